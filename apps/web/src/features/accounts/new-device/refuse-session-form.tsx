import { refuseSession } from '@veranda/contract/accounts/new-device/routes.ts'
import { type RefusedSession } from '@veranda/contract/accounts/new-device/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type SubmitEvent } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'

type RefuseSessionFormProps = {
  token: string
  onDone: (refused: RefusedSession) => void
  onUnusable: () => void
}

/** Presses the link of a mail about a sign-in, which is used up by the press and by nothing before. */
export function RefuseSessionForm({ token, onDone, onUnusable }: RefuseSessionFormProps) {
  const t = useTranslations('accounts/new-device')
  const command = useCommand(refuseSession)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await command.run({ body: { token } })
    if (outcome.ok) onDone(outcome.reply)
    else if (outcome.problem.code === 'account.link-not-usable') onUnusable()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={command.problem} />
        <Button kind="filled" size="large" type="submit" wide busy={command.busy}>
          {t('not-me.submit')}
        </Button>
      </Stack>
    </form>
  )
}
