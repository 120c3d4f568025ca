import { counterChangeOrder, proposeChangeOrder } from '@veranda/contract/commissions/routes.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { maxChangeOrderReason } from '@veranda/core/commissions/change-orders/change-order.ts'
import { offerLimits, rightsGranted } from '@veranda/core/commissions/offers/offer-content.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Split, Stack } from '@veranda/ui/layout.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { TextArea } from '@veranda/ui/text-area.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { snackbars } from '../../../components/toasts.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useLanguage } from '../../../lib/i18n/language.ts'
import { serverNow } from '../../../lib/realtime/server-clock.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { CommandProblem } from '../command-problem.tsx'
import { focusFirstError } from '../focus-first-error.ts'
import styles from '../offers/offer-editor.module.css'
import { projectUrl } from '../project-url.ts'
import { useFieldErrorText } from '../use-field-error-text.ts'
import { useProjectCommand } from '../use-project-command.ts'
import { ChangedMilestones } from './changed-milestone-fields.tsx'
import {
  contentOf,
  feesOf,
  parseChangeOrderForm,
  paysLaterOf,
  ratesOf,
  toChangeOrderForm,
  topUpsIn,
} from './change-order-form.ts'
import { ChangeOrderDifference, ChangeOrderSums } from './change-order-sums.tsx'

/**
 * Renders the editor of a change order, or of one that takes the place of the other side's, with its difference and sums;
 * the draft is stored until it is sent.
 */
export function ChangeOrderEditor({ commission }: { commission: Commission }) {
  const t = useTranslations('commissions')
  const o = useTranslations('commissions/change-orders')
  const c = useTranslations('common')
  const language = useLanguage()
  const textOf = useFieldErrorText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // Stays when the other one is withdrawn meanwhile: the server then says so.
  const [former] = useState(() =>
    commission.changeOrders.find(({ actions }) => actions.includes('counter-change-order')),
  )
  const { viewerRole, milestones, projectId } = commission
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const seen = milestones.reduce((sum, { version }) => sum + version, 0)
  const draft = useDraft(`change-order.${commission.id}.${former?.id ?? ''}.${seen}`, () =>
    toChangeOrderForm(commission, former, language),
  )
  const form = draft.value
  const [submitAttempts, setSubmitAttempts] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstError(element.current, submitAttempts), [submitAttempts])
  const back = projectUrl(projectId, 'contract', { commission: commission.id })
  function done() {
    draft.forget()
    snackbars.add({ title: o('send.done', { name: other }), tone: 'success' })
    void navigate(back)
  }
  const propose = useProjectCommand(proposeChangeOrder, done)
  const counter = useProjectCommand(counterChangeOrder, done)
  const command = former ? counter : propose
  const { problem } = command

  const parsed = parseChangeOrderForm(form, commission, language, serverNow())
  const errors = new Map(parsed.ok ? [] : parsed.errors)
  if (form.reason.trim() === '') errors.set('reason', { code: 'change-order.reason-missing' })
  const errorOf = (field: string) =>
    (submitAttempts > 0 ? textOf(errors.get(field)) : undefined) ?? problem?.messageFor(field)
  const rates = ratesOf(commission)
  const currency = contentOf(commission)?.currency ?? ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!parsed.ok || errors.size > 0) return setSubmitAttempts(submitAttempts + 1)
    const body = { ...parsed.value.body, reason: form.reason.trim() }
    if (former) void counter.run({ params: { id: former.id }, body: { ...body, expected: former.version } })
    else void propose.run({ params: { id: commission.id }, body })
  }

  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Split>
        <Card title={o(former ? 'title.counter' : 'title')} padded>
          <Stack gap={5}>
            <Field label={o('reason')} hint={o('reason.hint', { name: other })} error={errorOf('reason')}>
              <TextArea
                rows={2}
                maxLength={maxChangeOrderReason}
                value={form.reason}
                onChange={(event) => draft.change({ reason: event.target.value })}
              />
            </Field>
            <Field label={t('offer.scope')} error={errorOf('scope')}>
              <TextArea
                rows={6}
                maxLength={offerLimits.scope}
                value={form.scope}
                onChange={(event) => draft.change({ scope: event.target.value })}
              />
            </Field>
            <ChangedMilestones
              form={form}
              commission={commission}
              currency={currency}
              focusedId={params.get('milestone')}
              onChange={draft.change}
              errorOf={errorOf}
            />
            <Field label={t('offer.rights')} error={errorOf('rights')}>
              <Select
                value={form.rights}
                onChange={(event) => {
                  const rights = rightsGranted.find((known) => known === event.target.value)
                  if (rights) draft.change({ rights })
                }}
                options={rightsGranted.map((value) => ({ value, label: t(`rights.${value}`) }))}
              />
            </Field>
          </Stack>
        </Card>
        <div className={styles.aside}>
          {/* Focusable, so that the keyboard scrolls it. */}
          <div className={styles.difference} role="group" aria-label={o('difference')} tabIndex={0}>
            <Card title={o('difference')} padded>
              {parsed.ok ? (
                <ChangeOrderDifference {...parsed.value} />
              ) : (
                <p className={styles.note}>{o('difference.unfinished')}</p>
              )}
            </Card>
          </div>
          <Card padded>
            <Stack gap={4}>
              {parsed.ok && (
                <ChangeOrderSums
                  commission={commission}
                  fees={feesOf(parsed.value.after, rates)}
                  rates={{ clientFeeBasisPoints: rates.clientFee, creatorFeeBasisPoints: rates.creatorFee }}
                  topUps={topUpsIn(parsed.value, commission, rates)}
                  paysLater={paysLaterOf(parsed.value, commission, rates)}
                />
              )}
              <p className={styles.note}>{o('text', { name: other })}</p>
              <CommandProblem problem={problem} staleText={o('stale')} />
              <Button kind="filled" type="submit" wide busy={command.busy}>
                {o('send')}
              </Button>
              <Button wide href={back} onClick={draft.forget}>
                {c('cancel')}
              </Button>
            </Stack>
          </Card>
        </div>
      </Split>
    </form>
  )
}
