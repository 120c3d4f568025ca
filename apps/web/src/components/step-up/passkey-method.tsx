import { reauthenticate, readStepUp, startPasskeyStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { signWithPasskey } from '../credentials/passkeys.ts'
import { ProblemBanner } from '../page/problem-banner.tsx'

/** Reauthenticates with a passkey. */
export function PasskeyMethod({ onReauthenticated }: { onReauthenticated: () => void }) {
  const t = useTranslations('accounts/step-up')
  const [failed, setFailed] = useState(false)
  const start = useCommand(startPasskeyStepUp)
  const confirm = useCommand(reauthenticate, { invalidates: [readStepUp], onDone: onReauthenticated })

  async function run() {
    setFailed(false)
    const started = await start.run()
    if (!started.ok) return
    const assertion = await signWithPasskey(started.reply)
    if (assertion) await confirm.run({ body: { method: 'passkey', assertion } })
    else setFailed(true)
  }

  return (
    <Stack gap={3}>
      <div>
        <Button icon="lock" busy={start.busy || confirm.busy} onClick={() => void run()}>
          {t('passkey.do')}
        </Button>
      </div>
      {failed && (
        <Banner tone="warning" announce>
          {t('passkey.failed')}
        </Banner>
      )}
      <ProblemBanner problem={start.problem ?? confirm.problem} />
    </Stack>
  )
}
