import { requestPayout } from '@veranda/contract/payments/routes.ts'
import { isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useFormat, type WireMoney } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { refresh } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { AmountInput } from '../../parts/amount-input.tsx'
import { amountText } from '../../parts/amount-text.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { paymentReads } from './payment-command.ts'
import { readPayout } from './payout-form.ts'

type PayoutDialogProps = { available: readonly WireMoney[]; open: boolean; onClose: () => void }

/** Asks for a part or all of what is available, in one currency. */
export function PayoutDialog({ available, open, onClose }: PayoutDialogProps) {
  const t = useWords('payments')
  const c = useWords('common')
  const format = useFormat()
  const language = useLanguage()
  const form = useId()
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState(false)
  const from = available.find(({ currency }) => currency === chosen) ?? available[0]
  const all = from && isCurrency(from.currency) ? amountText(from.amount, from.currency, language) : ''
  const text = typed ?? all
  const read = readPayout(text, from, language)
  const command = useCommand(requestPayout, {
    idempotent: true,
    touches: paymentReads,
    onDone: ({ amount }) => {
      snackbars.add({ title: t('payout.done', { sum: format.money(amount) }), tone: 'success' })
      setTyped(undefined)
      setAsked(false)
      onClose()
    },
  })

  async function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!read.ok) return
    const outcome = await command.run({ body: { amount: read.amount, currency: read.currency } })
    if (!outcome.ok && outcome.problem.status === 409) await refresh(...paymentReads)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('payout.title')}
      text={from ? t('payout.text', { sum: format.money(from) }) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" type="submit" form={form} busy={command.busy}>
            {t('payout.send', { sum: read.ok ? format.money(read) : '' })}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void send(event)}>
        <Stack gap={4}>
          {available.length > 1 && from && (
            <Field label={t('payout.currency')}>
              <Select
                value={from.currency}
                onChange={(event) => {
                  setChosen(event.target.value)
                  setTyped(undefined)
                }}
                options={available.map((money) => ({ value: money.currency, label: format.money(money) }))}
              />
            </Field>
          )}
          <Field
            label={t('payout.amount')}
            hint={t('payout.hint')}
            error={asked && !read.ok ? t(`amount.${read.fault}`) : command.problem?.of('amount')}
          >
            <AmountInput value={text} onChange={setTyped} currency={from?.currency ?? 'EUR'} />
          </Field>
          <ProblemBanner problem={command.problem} />
        </Stack>
      </form>
    </Dialog>
  )
}
