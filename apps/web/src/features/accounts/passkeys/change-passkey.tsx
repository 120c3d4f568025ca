import { listPasskeys, removePasskey, renamePasskey } from '@veranda/contract/accounts/passkeys/routes.ts'
import { type Passkey } from '@veranda/contract/accounts/passkeys/schemas.ts'
import { readStepUp } from '@veranda/contract/accounts/step-up/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { StepUpForm } from '../../../components/step-up/step-up-form.tsx'
import { useStepUp } from '../../../components/step-up/use-step-up.ts'

type ChangeProps = { passkey: Passkey; onDone: () => void }

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onDone }: ChangeProps) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const [name, setName] = useState(passkey.name)
  const [missing, setMissing] = useState(false)
  const rename = useCommand(renamePasskey, { invalidates: [listPasskeys], onDone })
  const refused = rename.problem?.messageFor('name')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') void rename.run({ params: { id: passkey.id }, body: { name: name.trim() } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Field label={t('passkey.name')} error={missing ? t('passkey.name.missing') : refused}>
          <TextInput maxLength={60} required value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <ProblemBanner problem={refused === undefined ? rename.problem : undefined} />
        <div>
          <Button kind="filled" type="submit" busy={rename.busy}>
            {c('save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** Removes a passkey, after the user confirmed that it is them. */
export function RemovePasskey({ passkey, onDone }: ChangeProps) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const remove = useCommand(removePasskey, { invalidates: [listPasskeys, readStepUp] })
  const stepUp = useStepUp('second-factor', true, remove.problem)

  async function run() {
    const outcome = await remove.run({ params: { id: passkey.id } })
    if (!outcome.ok) return
    onDone()
    snackbars.add({ title: t('passkey.removed'), tone: 'success' })
  }

  return (
    <Stack>
      <p>{t('passkey.remove.text', { name: passkey.name })}</p>
      <StepUpForm hideTitle stepUp={stepUp} />
      <ProblemBanner problem={remove.problem} />
      <Inline wrap>
        <Button onClick={onDone}>{c('cancel')}</Button>
        <Button kind="danger" busy={remove.busy} disabled={stepUp.state !== 'done'} onClick={() => void run()}>
          {t('passkey.remove.do')}
        </Button>
      </Inline>
    </Stack>
  )
}
