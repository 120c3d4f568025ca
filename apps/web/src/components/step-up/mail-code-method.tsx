import { requestMailCode } from '@veranda/contract/accounts/step-up/routes.ts'
import { mailCodeLifetimeMs } from '@veranda/core/accounts/step-up/step-up.ts'
import { minute } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useCommand } from '../../lib/api/use-command.ts'
import { useSession } from '../../lib/session/session.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../page/problem-banner.tsx'
import { CodeMethod } from './code-method.tsx'

/** Sends a code by mail, and reauthenticates with it. */
export function MailCodeMethod({ onReauthenticated }: { onReauthenticated: () => void }) {
  const t = useTranslations('accounts/step-up')
  const email = useSession().user?.email ?? ''
  const request = useCommand(requestMailCode)
  const isSent = request.reply !== undefined
  return (
    <Stack gap={3}>
      {isSent ? (
        <CodeMethod
          method="mail-code"
          hint={t('mail-code.hint', { count: mailCodeLifetimeMs / minute })}
          onReauthenticated={onReauthenticated}
        />
      ) : (
        <p>{t('mail-code.text', { email })}</p>
      )}
      <div>
        <Button kind={isSent ? 'quiet' : 'plain'} busy={request.busy} onClick={() => void request.run()}>
          {t(isSent ? 'mail-code.again' : 'mail-code.send')}
        </Button>
      </div>
      <ProblemBanner problem={request.problem} />
    </Stack>
  )
}
