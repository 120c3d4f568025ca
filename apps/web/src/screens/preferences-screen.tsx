import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { PreferencesForm } from '../features/notifications/preferences-form.tsx'
import { usePreferences } from '../features/notifications/queries.ts'
import { useSavePreferences } from '../features/notifications/save-preferences.ts'
import { SaveState } from '../features/notifications/save-state.tsx'
import { useWords } from '../lib/words.ts'
import { Page } from '../parts/page.tsx'
import { Reading } from '../parts/reading.tsx'

/** What reaches one, where and when. */
export function PreferencesScreen() {
  const t = useWords('notifications')
  const read = usePreferences()
  const { state, change } = useSavePreferences()
  return (
    <Page
      width="narrow"
      title={t('screen.prefs.title')}
      lead={t('screen.prefs.lead')}
      actions={
        <>
          <SaveState state={state} />
          <Button href="/notifications">{t('screen.prefs.back')}</Button>
        </>
      }
    >
      <Reading
        of={read}
        failed={t('screen.prefs.failed')}
        shape={
          <Card>
            <SkeletonRows count={9} label={t('screen.prefs.loading')} />
          </Card>
        }
      >
        {(preferences) => <PreferencesForm preferences={preferences} change={change} />}
      </Reading>
    </Page>
  )
}
