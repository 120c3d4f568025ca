import { type confirmEmailChange, type undoEmailChange } from '@veranda/contract/accounts/email-change/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { type SubmitEvent } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'

type EmailLinkFormProps = {
  route: typeof confirmEmailChange | typeof undoEmailChange
  token: string
  label: string
  onDone: (reply: { readonly done: true; readonly payoutsStopped?: boolean }) => void
  onUnusable: () => void
  onTaken: () => void
  onOtherUser: () => void
}

/** Presses a link about an address, which is used up by the press and by nothing before. */
export function EmailLinkForm({ route, token, label, onDone, onUnusable, onTaken, onOtherUser }: EmailLinkFormProps) {
  const command = useCommand(route)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await command.run({ body: { token } })
    if (outcome.ok) onDone(outcome.reply)
    else if (outcome.problem.code === 'account.link-not-usable') onUnusable()
    else if (outcome.problem.code === 'account.email-taken') onTaken()
    else if (outcome.problem.code === 'account.link-of-other-user') onOtherUser()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={command.problem} />
        <Button kind="filled" size="large" type="submit" wide busy={command.busy}>
          {label}
        </Button>
      </Stack>
    </form>
  )
}
