import { confirmCharge, listMethods } from '@veranda/contract/payments/routes.ts'
import { type Charge } from '@veranda/contract/payments/schemas.ts'
import { type Route } from '@veranda/contract/route.ts'
import { secondFactorCode } from '@veranda/core/payments/test-cards.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../lib/command.ts'
import { useRead } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { ProblemBanner } from './problem-banner.tsx'
import { Rich } from './rich.tsx'
import { When } from './when.tsx'
import styles from './payment.module.css'

type SecondFactorProps = {
  charge: Pick<Charge, 'id' | 'expiresAt'>
  sum: string
  /** What the payment changes. */
  touches: readonly Route[]
}

/** The code that the card's bank asks for. */
export function SecondFactor({ charge, sum, touches }: SecondFactorProps) {
  const t = useWords('payments')
  const methods = useRead(listMethods)
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState(false)
  const confirm = useCommand(confirmCharge, { idempotent: true, touches })
  const sound = /^\d{6}$/.test(code)

  function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (sound) void confirm.run({ params: { id: charge.id }, body: { code } })
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {t('factor.text', { sum })}{' '}
          <Rich text={t('factor.until')} parts={{ when: () => <When at={charge.expiresAt} /> }} />
        </p>
        <Field
          label={t('factor.code')}
          hint={methods.data?.sandbox ? t('factor.sandbox', { code: secondFactorCode }) : undefined}
          error={(asked && !sound ? t('factor.six') : undefined) ?? confirm.problem?.of('code')}
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
        <ProblemBanner problem={confirm.problem?.of('code') === undefined ? confirm.problem : undefined} />
        <Button kind="filled" type="submit" wide busy={confirm.busy}>
          {t('factor.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
