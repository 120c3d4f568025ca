import { inviteToRoom } from '@veranda/contract/rooms/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'

/** Creates an invite link for guests, copies it and shows it for copying by hand. */
export function InviteButton({ roomId }: { roomId: string }) {
  const t = useTranslations('rooms')
  const format = useFormat()
  const invite = useCommand(inviteToRoom, {
    onDone: ({ path }) => {
      navigator.clipboard?.writeText(location.origin + path).then(
        () => snackbars.add({ title: t('users.invite.done'), tone: 'success' }),
        () => undefined,
      )
    },
  })
  return (
    <Stack gap={3}>
      <Button icon="link" busy={invite.busy} onClick={() => void invite.run({ params: { id: roomId } })}>
        {t('users.invite')}
      </Button>
      {invite.reply && (
        <Field label={t('users.invite.link', { when: format.full(invite.reply.expiresAt) })}>
          <TextInput
            readOnly
            dir="ltr"
            value={location.origin + invite.reply.path}
            onFocus={(event) => event.target.select()}
          />
        </Field>
      )}
      <ProblemBanner problem={invite.problem} />
    </Stack>
  )
}
