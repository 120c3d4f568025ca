import { confirmCharge, listMethods } from '@veranda/contract/payments/routes.ts'
import { type Milestone } from '@veranda/contract/commissions/schemas.ts'
import { secondFactorCode } from '@veranda/core/payments/test-cards.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type FormEvent, useState } from 'react'
import { useRead } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { CommandProblem } from './command-problem.tsx'
import styles from './project.module.css'
import { useProjectCommand } from './project-command.ts'

type SecondFactorProps = { charge: NonNullable<Milestone['charge']>; sum: string }

/** The code that the card's bank asks for. */
export function SecondFactor({ charge, sum }: SecondFactorProps) {
  const t = useWords('projects')
  const methods = useRead(listMethods)
  const [code, setCode] = useState('')
  const [asked, setAsked] = useState(false)
  const confirm = useProjectCommand(confirmCharge)
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
        <CommandProblem problem={confirm.problem} />
        <Button kind="filled" type="submit" wide busy={confirm.busy}>
          {t('factor.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
