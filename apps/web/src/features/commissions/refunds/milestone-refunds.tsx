import { type Milestone, type MilestoneRefund } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { redirectRefund } from '@veranda/contract/payments/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useState } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { BankAccountDialog } from '../../../components/payment/bank-account-dialog.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useProjectCommand } from '../use-project-command.ts'
import styles from './refunds.module.css'

const tones: Record<MilestoneRefund['state'], Tone> = {
  requested: 'info',
  paid: 'success',
  failed: 'error',
  charged_back: 'neutral',
}

type MilestoneRefundsProps = { milestone: Milestone; viewerRole: Commission['viewerRole'] }

/** Lists what was given back of a milestone, with what became of it. */
export function MilestoneRefunds({ milestone, viewerRole }: MilestoneRefundsProps) {
  const t = useTranslations('commissions/refunds')
  const [redirected, setRedirected] = useState<string>()
  if (milestone.refunds.length === 0) return null
  return (
    <Card title={t('list')}>
      <Rows label={t('list')}>
        {milestone.refunds.map((refund) => (
          <Row
            key={refund.id}
            wraps
            title={<Chip tone={tones[refund.state]}>{t(`state.${refund.state}`)}</Chip>}
            detail={
              <Stack gap={1}>
                <span>
                  <TextWithTime
                    text={t(refund.paidAt ? 'paid-at' : 'requested-at')}
                    at={refund.paidAt ?? refund.at}
                    show="date"
                  />
                  {refund.bankLast4 !== null && <> · {t('to-bank', { last4: refund.bankLast4 })}</>}
                </span>
                {refund.cause !== 'creator' && <span>{t(`cause.${refund.cause}`)}</span>}
                {refund.reason !== '' && (
                  <span className={styles.reason} dir="auto">
                    {refund.reason}
                  </span>
                )}
                <RefundPayments refund={refund} onRedirect={setRedirected} />
                <Inline gap={3} wrap>
                  {refund.cause !== 'chargeback' && <Link href={`/payment/receipts/${refund.id}`}>{t('receipt')}</Link>}
                  {refund.payments.length === 0 && refund.actions.includes('redirect') && (
                    <Button size="small" onClick={() => setRedirected(refund.id)}>
                      {t('redirect')}
                    </Button>
                  )}
                </Inline>
              </Stack>
            }
            end={
              <Amount
                money={viewerRole === 'creator' ? refund.creatorLoses : refund.clientGets}
                caption={t(viewerRole === 'creator' ? 'you-lose' : 'you-get')}
                href={`/payment?milestone=${milestone.id}`}
              />
            }
          />
        ))}
      </Rows>
      {redirected !== undefined && <RedirectDialog id={redirected} onClose={() => setRedirected(undefined)} />}
    </Card>
  )
}

/** Lists what goes back over each of several cards, with what became of it; nothing where there is one. */
function RefundPayments({ refund, onRedirect }: { refund: MilestoneRefund; onRedirect: (id: string) => void }) {
  const t = useTranslations('commissions/refunds')
  const format = useFormat()
  return refund.payments.map(({ id, amount, cardLast4, bankLast4, state, actions }) => (
    <Inline key={id} gap={2} wrap>
      <span>
        {bankLast4 === null
          ? t('payment.card', { sum: format.money(amount), last4: cardLast4 ?? '' })
          : t('payment.bank', { sum: format.money(amount), last4: bankLast4 })}
      </span>
      <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>
      {actions.includes('redirect') && (
        <Button size="small" onClick={() => onRedirect(id)}>
          {t('redirect')}
        </Button>
      )}
    </Inline>
  ))
}

/** Says how much of a released milestone was given back since; renders nothing while nothing was. */
export function ReturnedAfterRelease({ milestone }: { milestone: Milestone }) {
  const t = useTranslations('commissions/refunds')
  const format = useFormat()
  const { returned, price } = milestone
  if (!returned || returned.returned.price === 0) return null
  const money = (amount: number) => format.money({ amount, currency: price.currency })
  return (
    <p className={styles.reason}>
      {returned.returned.price === returned.released.price
        ? t('returned.whole', { sum: money(returned.released.price) })
        : t('returned.part', { sum: money(returned.returned.price), of: money(returned.released.price) })}
    </p>
  )
}

/** Takes the bank account that a refund goes to whose card refused it. */
function RedirectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('commissions/refunds')
  const command = useProjectCommand(redirectRefund, () => {
    snackbars.add({ title: t('redirect.done'), tone: 'success' })
    onClose()
  })
  return (
    <BankAccountDialog
      title={t('redirect')}
      text={t('redirect.text')}
      submitLabel={t('redirect.send')}
      command={{ busy: command.busy, problem: command.problem, run: (body) => command.run({ params: { id }, body }) }}
      onClose={onClose}
    />
  )
}
