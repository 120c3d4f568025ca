import { startGoogleStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useLocation } from 'react-router'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../page/problem-banner.tsx'

/** Sends the user to Google to sign in there again, and back to this page. */
export function GoogleMethod() {
  const t = useTranslations('accounts/step-up')
  const { pathname, search } = useLocation()
  const start = useCommand(startGoogleStepUp)

  async function run() {
    // The page of these settings says by itself how it ended.
    const body = pathname === '/settings/security' ? {} : { to: `${pathname}${search}` }
    const outcome = await start.run({ body })
    if (outcome.ok) window.location.assign(outcome.reply.url)
  }

  return (
    <Stack gap={3}>
      <p>{t('google.text')}</p>
      <div>
        <Button icon="lock" busy={start.busy} onClick={() => void run()}>
          {t('google.do')}
        </Button>
      </div>
      <ProblemBanner problem={start.problem} />
    </Stack>
  )
}
