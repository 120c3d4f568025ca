import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { PreferencesForm } from '../features/notifications/preferences/preferences-form.tsx'
import { useNotificationPreferences } from '../features/notifications/queries.ts'
import { useSavePreferences } from '../features/notifications/preferences/save-preferences.ts'
import { SaveIndicator } from '../features/notifications/preferences/save-indicator.tsx'
import { useTranslations } from '../lib/i18n/i18n.ts'
import { Page } from '../components/page/page.tsx'
import { QueryBoundary } from '../components/page/query-boundary.tsx'

/** Renders the notification preferences. */
export function NotificationPreferencesScreen() {
  const t = useTranslations('notifications')
  const read = useNotificationPreferences()
  const { state, change } = useSavePreferences()
  return (
    <Page
      width="narrow"
      title={t('screen.prefs.title')}
      lead={t('screen.prefs.lead')}
      actions={
        <>
          <SaveIndicator state={state} />
          <Button href="/notifications">{t('screen.prefs.back')}</Button>
        </>
      }
    >
      <QueryBoundary
        query={read}
        errorTitle={t('screen.prefs.failed')}
        skeleton={
          <Card>
            <SkeletonRows count={9} label={t('screen.prefs.loading')} />
          </Card>
        }
      >
        {(preferences) => <PreferencesForm preferences={preferences} change={change} />}
      </QueryBoundary>
    </Page>
  )
}
