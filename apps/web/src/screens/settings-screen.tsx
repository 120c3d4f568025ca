import { changeAccount, readAccount } from '@veranda/contract/accounts/routes.ts'
import { type Account } from '@veranda/contract/accounts/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../lib/command.ts'
import { useRead } from '../lib/query.ts'
import { chooseTheme, themes, useTheme } from '../lib/theme.ts'
import { useWords } from '../lib/words.ts'
import { snackbars } from '../parts/notices.ts'
import { Page } from '../parts/page.tsx'
import { ProblemBanner } from '../parts/problem-banner.tsx'
import { Reading } from '../parts/reading.tsx'

export function SettingsScreen() {
  const t = useWords('settings')
  const c = useWords('common')
  const theme = useTheme()
  const account = useRead(readAccount)
  return (
    <Page width="narrow" title={t('title')}>
      <Card title={t('account')} padded>
        <Reading of={account} shape={<SkeletonRows label={c('loading')} />}>
          {(data) => <AccountForm account={data} />}
        </Reading>
      </Card>
      <Card title={t('look')} padded>
        <RadioGroup
          label={t('theme')}
          look="row"
          value={theme}
          onChange={chooseTheme}
          options={themes.map((value) => ({ value, label: c(`theme.${value}`) }))}
        />
      </Card>
      <Card title={t('more')}>
        <Rows>
          <Row
            lead={<Icon name="lock" />}
            title={t('security')}
            detail={t('security.text')}
            href="/settings/security"
          />
          <Row
            lead={<Icon name="bell" />}
            title={t('notifications')}
            detail={t('notifications.text')}
            href="/notification-preferences"
          />
          <Row lead={<Icon name="wallet" />} title={t('payment')} detail={t('payment.text')} href="/payment" />
        </Rows>
      </Card>
      <p>{t('about', { version: import.meta.env['VITE_VERSION'] })}</p>
    </Page>
  )
}

function AccountForm({ account }: { account: Account }) {
  const t = useWords('settings')
  const c = useWords('common')
  const [name, setName] = useState(account.name)
  const [timeZone, setTimeZone] = useState(account.timeZone)
  const change = useCommand(changeAccount, { touches: [readAccount] })
  const zones = [...new Set([account.timeZone, ...Intl.supportedValuesOf('timeZone')])].sort()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const outcome = await change.run({ body: { name, timeZone } })
    if (outcome.ok) snackbars.add({ title: t('account.saved'), tone: 'success' })
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <ProblemBanner problem={change.problem?.field ? undefined : change.problem} />
        <Field label={t('account.name')} error={change.problem?.of('name')}>
          <TextInput
            name="name"
            autoComplete="name"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={t('account.email')}>
          <TextInput type="email" value={account.email} readOnly dir="ltr" />
        </Field>
        <Field label={t('account.zone')} hint={t('account.zone.hint')} error={change.problem?.of('timeZone')}>
          <Select
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            value={timeZone}
            onChange={(event) => setTimeZone(event.target.value)}
          />
        </Field>
        <div>
          <Button kind="filled" type="submit" busy={change.busy}>
            {c('save')}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
