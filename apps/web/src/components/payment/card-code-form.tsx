import { confirmCharge, listPaymentMethods } from '@veranda/contract/payments/routes.ts'
import { type Charge } from '@veranda/contract/payments/charges/schemas.ts'
import { type Route } from '@veranda/contract/route.ts'
import { sandboxCardCode } from '@veranda/core/payments/charges/sandbox-cards.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../lib/api/use-command.ts'
import { useRead } from '../../lib/api/query.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { OnlineProblem } from '../page/online-problem.tsx'
import { TextWithTime } from '../time/text-with-time.tsx'
import styles from './payment.module.css'

type CardCodeFormProps = {
  charge: Pick<Charge, 'id' | 'expiresAt'>
  sum: string
  /** The queries that the payment changes. */
  touches: readonly Route[]
}

/** Asks for the code that the card's bank requires. */
export function CardCodeForm({ charge, sum, touches }: CardCodeFormProps) {
  const t = useTranslations('payments')
  const methods = useRead(listPaymentMethods)
  const [code, setCode] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const confirm = useCommand(confirmCharge, { idempotent: true, invalidates: touches })
  const isComplete = /^\d{6}$/.test(code)

  function send(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (isComplete) void confirm.run({ params: { id: charge.id }, body: { code } })
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          <TextWithTime text={t('factor.text', { sum })} at={charge.expiresAt} />
        </p>
        <Field
          label={t('factor.code')}
          hint={methods.data?.sandbox ? t('factor.sandbox', { code: sandboxCardCode }) : undefined}
          error={(submitted && !isComplete ? t('factor.six') : undefined) ?? confirm.problem?.messageFor('code')}
        >
          <TextInput
            size="large"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <OnlineProblem problem={confirm.problem?.messageFor('code') === undefined ? confirm.problem : undefined} />
        <Button kind="filled" type="submit" wide busy={confirm.busy}>
          {t('factor.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
