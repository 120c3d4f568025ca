import { readProfile } from '@veranda/contract/talent/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TabLinks } from '@veranda/ui/tabs.tsx'
import { useSearchParams } from 'react-router'
import { PieceEditor } from '../features/talent/piece-editor.tsx'
import { ProfileBasics } from '../features/talent/profile-basics.tsx'
import { ServiceEditor } from '../features/talent/service-editor.tsx'
import { TalentPage } from '../features/talent/talent-page.tsx'
import { TalentShape } from '../features/talent/talent-shape.tsx'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'

/** One's public page as others see it, and its editor. */
export function ProfileScreen() {
  const t = useWords('talent')
  const [params] = useSearchParams()
  const read = useRead(readProfile)
  const showing = params.get('see') === 'page'
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')} width={showing ? 'full' : 'narrow'}>
      <TabLinks
        label={t('profile.tabs')}
        links={[
          { href: '/profile', label: t('profile.tab.edit'), current: !showing },
          { href: '/profile?see=page', label: t('profile.tab.page'), current: showing },
        ]}
      />
      <Reading of={read} shape={<TalentShape />} failed={t('profile.failed')}>
        {(talent) =>
          showing ? (
            <TalentPage talent={talent} level="h2" />
          ) : (
            <Stack gap={6}>
              {talent.headline === '' && talent.services.length === 0 && (
                <Banner icon="star" tone="primary" title={t('profile.start.title')}>
                  {t('profile.start.text')}
                </Banner>
              )}
              <Card title={t('edit.basics')} padded>
                <ProfileBasics talent={talent} />
              </Card>
              <Card title={t('edit.services')}>
                <ServiceEditor talent={talent} />
              </Card>
              <Card title={t('edit.portfolio')} padded>
                <PieceEditor pieces={talent.portfolio} />
              </Card>
            </Stack>
          )
        }
      </Reading>
    </Page>
  )
}
