import { type Milestone, type TopUp } from '@veranda/contract/commissions/milestones/schemas.ts'
import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { fundTopUp } from '@veranda/contract/commissions/routes.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Inline, Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { PaymentFailed } from '../../../components/payment/payment-failed.tsx'
import { TextWithTime } from '../../../components/time/text-with-time.tsx'
import { snackbars } from '../../../components/toasts.ts'
import { useFormat } from '../../../lib/i18n/format.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { CommandProblem } from '../command-problem.tsx'
import { ChargeSummary, PaymentDialog, type PaymentStage } from '../milestones/payment-dialog.tsx'
import { useProjectCommand } from '../use-project-command.ts'

/** Says which top-ups of a commission wait for their payment and until when, with the button for the client. */
export function TopUps({ commission }: { commission: Commission }) {
  const [seen, setSeen] = useState<readonly Milestone[]>([])
  const waiting = commission.milestones.filter(({ topUp }) => topUp !== null)
  // One that was paid or has expired stays until its dialog has closed, so that the payment is followed to its end.
  const shown = commission.milestones.flatMap((milestone) => {
    const topUp = milestone.topUp ?? seen.find(({ id }) => id === milestone.id)?.topUp
    return topUp ? [{ milestone, topUp }] : []
  })
  if (shown.length === 0) return null
  return (
    <Stack gap={2}>
      {shown.map(({ milestone, topUp }) => (
        <TopUpBanner
          key={topUp.id}
          commission={commission}
          milestone={milestone}
          topUp={topUp}
          isOpen={milestone.topUp !== null}
          onDialog={(open) => setSeen(open ? waiting : [])}
        />
      ))}
    </Stack>
  )
}

type TopUpBannerProps = {
  commission: Commission
  milestone: Milestone
  topUp: TopUp
  isOpen: boolean
  onDialog: (open: boolean) => void
}

function TopUpBanner({ commission, milestone, topUp, isOpen, onDialog }: TopUpBannerProps) {
  const t = useTranslations('commissions/change-orders')
  const c = useTranslations('commissions')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const fund = useProjectCommand(fundTopUp)
  const isClient = commission.viewerRole === 'client'
  const sum = format.money(isClient ? topUp.clientPays : topUp.price)
  const { charge } = topUp
  const stage = topUpStage(topUp, isOpen)
  function show(next: boolean) {
    setOpen(next)
    onDialog(next)
  }
  return (
    <>
      {isOpen && (
        <Banner tone="info" title={t('top-up.waits', { sum, title: milestone.title })}>
          <Stack gap={3}>
            <span>
              <TextWithTime
                text={t(isClient ? 'top-up.text.client' : 'top-up.text.creator', {
                  name: commission.client.name,
                  raised: format.money(topUp.raised),
                })}
                at={topUp.expiresAt}
                show="moment"
              />
            </span>
            {charge && stage === 'choose' && <PaymentFailed charge={charge} />}
            <Inline gap={2} wrap>
              {topUp.actions.includes('fund-top-up') && (
                <Button kind="filled" icon="lock" onClick={() => show(true)}>
                  {c(charge ? 'fund.again' : 'fund.pay', { sum })}
                </Button>
              )}
              {isClient && topUp.state === 'paying' && (
                <Button kind="filled" onClick={() => show(true)}>
                  {c(charge?.actions.includes('confirm') ? 'factor.open' : 'fund.watch')}
                </Button>
              )}
            </Inline>
            {isClient && topUp.state === 'waiting' && !topUp.actions.includes('fund-top-up') && (
              <span>{t('top-up.not-now')}</span>
            )}
          </Stack>
        </Banner>
      )}
      {isClient && (
        <PaymentDialog
          open={open}
          onClose={() => show(false)}
          stage={stage}
          title={t('top-up.title')}
          text={t('top-up.text', { name: commission.creator.name })}
          charge={charge}
          charged={topUp.clientPays}
          summary={<ChargeSummary title={milestone.title} price={topUp.price} clientPays={topUp.clientPays} />}
          canPay={topUp.actions.includes('fund-top-up')}
          busy={fund.busy}
          problem={<CommandProblem problem={fund.problem} staleText={t('stale')} />}
          onPay={(method) => void fund.run({ params: { id: topUp.id }, body: { method, expected: topUp.version } })}
          onPaid={() => {
            if (milestone.agreed.price < topUp.raised.amount) return
            void snackbars.add({
              title: c('fund.protected', { sum: format.money(topUp.price) }),
              text: t('top-up.paid', { title: milestone.title, raised: format.money(topUp.raised) }),
              tone: 'success',
            })
          }}
        />
      )}
    </>
  )
}

/** Returns where the payment is; a top-up that no longer waits has ended, paid or not. */
function topUpStage(topUp: TopUp, isOpen: boolean): PaymentStage {
  if (!isOpen) return 'paid'
  if (topUp.state === 'waiting') return 'choose'
  return topUp.charge?.actions.includes('confirm') ? 'confirm' : 'wait'
}
