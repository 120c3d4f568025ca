import { type Refund } from '@veranda/contract/payments/refunds/schemas.ts'
import { listRefunds, readBalances, redirectRefund } from '@veranda/contract/payments/routes.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { Icon } from '@veranda/ui/icon.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useState } from 'react'
import { Amount } from '../../../components/money/amount.tsx'
import { entriesUrl } from '../../../components/money/entries-url.ts'
import { LoadMoreButton } from '../../../components/page/load-more-button.tsx'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { BankAccountDialog } from '../../../components/payment/bank-account-dialog.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useCommand } from '../../../lib/api/use-command.ts'
import { useList } from '../../../lib/api/use-list.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'

const tones: Record<Refund['state'], Tone> = {
  requested: 'info',
  paid: 'success',
  failed: 'error',
  charged_back: 'neutral',
}

function subjectHref({ milestone, bookingId }: Refund): string {
  return milestone ? `/projects/${milestone.projectId}?milestone=${milestone.id}` : `/booking/confirm/${bookingId}`
}

/** Returns the link to the entries of a milestone; a booking links to the sum that contains it. */
function entriesHref({ milestone, state, amount: { currency } }: Refund): string {
  if (milestone) return entriesUrl({ milestoneId: milestone.id })
  return entriesUrl({ of: state === 'paid' ? 'client.spent' : 'client.refunding', currency })
}

/** Lists what goes back to the user, with another way for what their card refused; nothing without refunds. */
export function RefundList() {
  const t = useTranslations('payments')
  const list = useList(listRefunds, { query: { limit: 10 } })
  const [redirected, setRedirected] = useState<string>()
  if (list.items.length === 0 && !list.problem) return null
  return (
    <Card title={t('refunds.title')}>
      {list.problem && list.items.length === 0 ? (
        <QueryError problem={list.problem} retry={list.retry} />
      ) : (
        <Rows label={t('refunds.title')}>
          {list.items.map((refund) => (
            <Row
              key={refund.id}
              wraps
              href={subjectHref(refund)}
              lead={<Icon name="wallet" />}
              title={refund.title}
              detail={<RefundDetail refund={refund} />}
              end={
                <Stack gap={2}>
                  <Amount
                    money={refund.amount}
                    href={entriesHref(refund)}
                    caption={<Chip tone={tones[refund.state]}>{t(`refunds.state.${refund.state}`)}</Chip>}
                  />
                  {refund.actions.includes('redirect') && (
                    <Button size="small" onClick={() => setRedirected(refund.id)}>
                      {t('refunds.redirect')}
                    </Button>
                  )}
                </Stack>
              }
            />
          ))}
        </Rows>
      )}
      <LoadMoreButton list={list} />
      {redirected !== undefined && <RedirectDialog id={redirected} onClose={() => setRedirected(undefined)} />}
    </Card>
  )
}

function RefundDetail({ refund }: { refund: Refund }) {
  const t = useTranslations('payments')
  return (
    <Stack gap={1}>
      <span>
        <TextWithTime
          text={t(refund.paidAt ? 'refunds.paid-at' : 'refunds.requested-at')}
          at={refund.paidAt ?? refund.requestedAt}
          show="date"
        />
        {refund.bankLast4 !== null && <> · {t('refunds.to-bank', { last4: refund.bankLast4 })}</>}
      </span>
      {refund.unapplied && <span>{t('refunds.unapplied')}</span>}
    </Stack>
  )
}

/** Takes the bank account that a refund goes to whose card refused it. */
function RedirectDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('payments')
  const command = useCommand(redirectRefund, {
    invalidates: [listRefunds, readBalances],
    onDone: () => {
      snackbars.add({ title: t('refunds.redirect.done'), tone: 'success' })
      onClose()
    },
  })
  return (
    <BankAccountDialog
      title={t('refunds.redirect')}
      text={t('refunds.redirect.text')}
      submitLabel={t('refunds.redirect.send')}
      command={{ busy: command.busy, problem: command.problem, run: (body) => command.run({ params: { id }, body }) }}
      onClose={onClose}
    />
  )
}
