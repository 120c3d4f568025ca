import { readProfile } from '@veranda/contract/talent/routes.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { useSearchParams } from 'react-router'
import { CreatorHourlyServices } from '../features/bookings/services/creator-hourly-services.tsx'
import { ListingCard } from '../features/talent/listing/listing-card.tsx'
import { PortfolioEditor } from '../features/talent/portfolio/portfolio-editor.tsx'
import { ProfileBasics } from '../features/talent/profile/profile-basics.tsx'
import { PackageServiceEditor } from '../features/talent/services/package-service-editor.tsx'
import { StartBanner } from '../features/talent/profile/start-banner.tsx'
import { ProfilePage } from '../features/talent/page/profile-page.tsx'
import { ProfilePageSkeleton } from '../features/talent/page/profile-page-skeleton.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'

/** Shows the user's public page as others see it, and its editor. */
export function ProfileScreen() {
  const t = useTranslations('talent')
  const [params] = useSearchParams()
  const read = useRead(readProfile)
  const isPreview = params.get('see') === 'page'
  return (
    <Page
      title={t('profile.title')}
      lead={isPreview ? t('profile.lead') : undefined}
      width={isPreview ? 'full' : 'narrow'}
    >
      <TabLinks
        label={t('profile.tabs')}
        links={[
          { href: '/profile', label: t('profile.tab.edit'), current: !isPreview },
          { href: '/profile?see=page', label: t('profile.tab.page'), current: isPreview },
        ]}
      />
      <QueryBoundary query={read} skeleton={<ProfilePageSkeleton />} errorTitle={t('profile.failed')}>
        {(profile) =>
          isPreview ? (
            <ProfilePage
              profile={profile}
              level="h2"
              hourlyServices={<CreatorHourlyServices creatorId={profile.id} />}
            />
          ) : (
            <Stack gap={6}>
              <StartBanner profile={profile} />
              <Card title={t('edit.basics')} padded>
                <ProfileBasics profile={profile} />
              </Card>
              <Card title={t('edit.services')}>
                <PackageServiceEditor profile={profile} />
              </Card>
              <Card title={t('edit.portfolio')} padded>
                <PortfolioEditor items={profile.portfolio} />
              </Card>
              <ListingCard />
            </Stack>
          )
        }
      </QueryBoundary>
    </Page>
  )
}
