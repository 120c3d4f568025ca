import { inviteToRoom } from '@veranda/contract/rooms/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useCommand } from '../../lib/command.ts'
import { useFormat } from '../../lib/format.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'

/** Makes a link for guests and copies it; it stands there to be copied by hand, too. */
export function InviteButton({ roomId }: { roomId: string }) {
  const t = useWords('rooms')
  const format = useFormat()
  const invite = useCommand(inviteToRoom, {
    onDone: ({ path }) => {
      navigator.clipboard?.writeText(location.origin + path).then(
        () => snackbars.add({ title: t('people.invite.done'), tone: 'success' }),
        () => undefined,
      )
    },
  })
  return (
    <Stack gap={3}>
      <Button icon="link" busy={invite.busy} onClick={() => void invite.run({ params: { id: roomId } })}>
        {t('people.invite')}
      </Button>
      {invite.reply && (
        <Field label={t('people.invite.link', { when: format.full(invite.reply.expiresAt) })}>
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
