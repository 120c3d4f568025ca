import { readCreator } from '@veranda/contract/talent/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useParams } from 'react-router'
import { useScreenTitle } from '../app/screen-title.ts'
import { CreatorHourlyServices } from '../features/bookings/services/creator-hourly-services.tsx'
import { ProfilePage } from '../features/talent/page/profile-page.tsx'
import { ProfilePageSkeleton } from '../features/talent/page/profile-page-skeleton.tsx'
import { useRead } from '../lib/api/query.ts'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { TabTitle } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'
import styles from './talent-screen.module.css'

/** Shows a creator's public page with their hourly services. */
export function TalentScreen() {
  const t = useTranslations('talent')
  const { id = '' } = useParams()
  const read = useRead(readCreator, { params: { id } })
  useScreenTitle(`/talent/${id}`, read.data?.name)
  return (
    <div className={styles.screen}>
      <TabTitle>{read.data?.name}</TabTitle>
      <QueryBoundary
        query={read}
        skeleton={<ProfilePageSkeleton />}
        errorTitle={t('talent.failed')}
        notFound={
          <Card>
            <EmptyState
              level={1}
              icon="user"
              title={t('talent.absent.title')}
              text={t('talent.absent.text')}
              actions={
                <Button kind="filled" href="/search">
                  {t('search.title')}
                </Button>
              }
            />
          </Card>
        }
      >
        {(profile) => (
          <ProfilePage profile={profile} hourlyServices={<CreatorHourlyServices creatorId={profile.id} />} />
        )}
      </QueryBoundary>
    </div>
  )
}
