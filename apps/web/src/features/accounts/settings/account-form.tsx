import { changeAccount, readAccount } from '@veranda/contract/accounts/settings/routes.ts'
import { type Account } from '@veranda/contract/accounts/settings/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { ProblemBanner } from '../../../components/page/problem-banner.tsx'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'

/** Edits the name and time zone of the account. */
export function AccountForm({ account }: { account: Account }) {
  const t = useTranslations('accounts/settings')
  const c = useTranslations('common')
  const [name, setName] = useState(account.name)
  const [timeZone, setTimeZone] = useState(account.timeZone)
  const [missing, setMissing] = useState(false)
  const change = useCommand(changeAccount, { invalidates: [readAccount] })
  const changed = name.trim() !== account.name || timeZone !== account.timeZone

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    const outcome = await change.run({ body: { name: name.trim(), timeZone } })
    if (!outcome.ok) return
    snackbars.add({ title: t('saved'), tone: 'success' })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <ProblemBanner problem={change.problem?.field ? undefined : change.problem} />
        <Field
          label={t('name')}
          hint={t('name.hint')}
          error={missing ? t('name.missing') : change.problem?.messageFor('name')}
        >
          <TextInput
            autoComplete="name"
            maxLength={80}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label={t('zone')}
          hint={t('zone.hint', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ') })}
          error={change.problem?.messageFor('timeZone')}
        >
          <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
        </Field>
        <div>
          <Button kind="filled" type="submit" disabled={!changed} busy={change.busy}>
            {c('save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
