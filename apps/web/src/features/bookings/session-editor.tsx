import { addSession, changeSession, listSessions } from '@veranda/contract/bookings/routes.ts'
import { type Session } from '@veranda/contract/bookings/session-schemas.ts'
import { currencies, type Currency, isCurrency } from '@veranda/core/money/money.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Line, Stack } from '@veranda/ui/layout.tsx'
import { RadioGroup } from '@veranda/ui/radio-group.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useCommand } from '../../lib/command.ts'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/language.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { PolicyLines } from './policy-lines.tsx'
import styles from './schedule.module.css'
import {
  fieldsOf,
  leastPrice,
  limitOf,
  noticeHoursFor,
  policies,
  policyNameOf,
  policyNames,
  readSession,
  type SessionFault,
  type SessionFields,
} from './session-form.ts'

// The table's own keys, which Object.keys only knows as strings.
const codes = Object.keys(currencies) as Currency[]
const numbers = [
  'minutes',
  'incrementMinutes',
  'bufferBefore',
  'bufferAfter',
  'noticeHours',
  'horizonDays',
  'perDay',
  'perWeek',
] as const

/** One service: what it is, what it costs, and by which rules it is booked. */
export function SessionEditor({ session, onDone }: { session: Session | undefined; onDone: () => void }) {
  const t = useWords('bookings')
  const c = useWords('common')
  const format = useFormat()
  const language = useLanguage()
  const [fields, setFields] = useState<SessionFields>(() => fieldsOf(session, language))
  /** The notice of a new service follows its price until somebody sets it. */
  const [noticeSet, setNoticeSet] = useState(session !== undefined)
  const [faults, setFaults] = useState<readonly SessionFault[]>([])
  const add = useCommand(addSession, { touches: [listSessions] })
  const change = useCommand(changeSession, { touches: [listSessions] })
  const write = (part: Partial<SessionFields>) => setFields({ ...fields, ...part })
  const problem = add.problem ?? change.problem
  const policy = policyNameOf(fields.policy)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const read = readSession(fields, language)
    setFaults(read.ok ? [] : read.faults)
    if (!read.ok) return
    const outcome = session
      ? await change.run({ params: { id: session.id }, body: read.body })
      : await add.run({ body: read.body })
    if (!outcome.ok) return
    snackbars.add({ title: t('service.saved'), tone: 'success' })
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap={5}>
        <Field label={t('service.title')} error={faults.includes('title') ? t('service.title.missing') : undefined}>
          <TextInput
            autoFocus
            maxLength={120}
            value={fields.title}
            onChange={(event) => write({ title: event.target.value })}
          />
        </Field>
        <Field label={t('service.description')} optional>
          <TextArea
            rows={3}
            maxLength={2000}
            value={fields.description}
            onChange={(event) => write({ description: event.target.value })}
          />
        </Field>
        <RadioGroup
          label={t('service.price')}
          look="row"
          value={fields.paid ? 'paid' : 'free'}
          onChange={(value) => {
            const paid = value === 'paid'
            write({ paid, ...(noticeSet ? {} : { noticeHours: noticeHoursFor(paid) }) })
          }}
          options={(['free', 'paid'] as const).map((value) => ({ value, label: t(`service.price.${value}`) }))}
        />
        {fields.paid && (
          <div className={styles.fields}>
            <Field
              label={t('service.amount')}
              error={
                faults.includes('price')
                  ? t('service.amount.wrong', {
                      least: format.money({ amount: leastPrice, currency: fields.currency }),
                    })
                  : undefined
              }
            >
              <TextInput
                inputMode="decimal"
                dir="ltr"
                value={fields.price}
                onChange={(event) => write({ price: event.target.value })}
              />
            </Field>
            <Field label={t('service.currency')}>
              <Select
                value={fields.currency}
                onChange={(event) => isCurrency(event.target.value) && write({ currency: event.target.value })}
                options={codes.map((code) => ({ value: code, label: code }))}
              />
            </Field>
          </div>
        )}
        <div className={styles.numbers}>
          {numbers.map((field) => (
            <Field
              key={field}
              label={t(`service.${field}`)}
              hint={t(`service.${field}.hint`)}
              error={faults.includes(field) ? t('service.number.wrong', limitOf(field)) : undefined}
            >
              <TextInput
                inputMode="decimal"
                dir="ltr"
                value={fields[field]}
                onChange={(event) => {
                  write({ [field]: event.target.value })
                  if (field === 'noticeHours') setNoticeSet(true)
                }}
              />
            </Field>
          ))}
        </div>
        <RadioGroup
          label={t('service.confirmation')}
          value={fields.confirmation}
          onChange={(confirmation) => write({ confirmation })}
          options={(['at-once', 'by-hand'] as const).map((value) => ({
            value,
            label: t(`service.confirmation.${value}`),
            hint: t(`service.confirmation.${value}.hint`),
          }))}
        />
        <Stack gap={3}>
          <Field label={t('policy.title')}>
            <Select
              value={policy ?? 'own'}
              onChange={(event) => {
                const name = policyNames.find((one) => one === event.target.value)
                if (name) write({ policy: [...policies[name]] })
              }}
              options={[
                ...policyNames.map((name) => ({ value: name, label: t(`service.policy.${name}`) })),
                ...(policy ? [] : [{ value: 'own', label: t('service.policy.own') }]),
              ]}
            />
          </Field>
          <div className={styles.quiet}>
            <PolicyLines policy={fields.policy} />
          </div>
        </Stack>
        <ProblemBanner problem={problem} />
        <Line>
          <Button type="submit" kind="filled" busy={add.busy || change.busy}>
            {t(session ? 'service.save' : 'service.add')}
          </Button>
          <Button kind="quiet" onClick={onDone}>
            {c('cancel')}
          </Button>
        </Line>
      </Stack>
    </form>
  )
}
