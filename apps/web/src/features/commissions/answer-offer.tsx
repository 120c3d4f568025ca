import { declineCommission, makeOffer, withdrawCommission } from '@veranda/contract/commissions/routes.ts'
import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import {
  canAcceptCounter,
  canAcceptOffer,
  canCounterOffer,
  canDecline,
  canMakeOffer,
  canReturnOffer,
  canWithdraw,
} from '@veranda/core/commissions/policy.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { Rich } from '../../parts/rich.tsx'
import { When } from '../../parts/when.tsx'
import { AcceptDialog } from './accept-dialog.tsx'
import { CommandProblem } from './command-problem.tsx'
import { formerOf } from './offer-form.ts'
import { useProjectCommand } from './project-command.ts'
import styles from './project.module.css'
import { ReasonDialog } from './reason-dialog.tsx'

export type AnswerOfferProps = {
  commission: Commission
  /** The version on the table; none while it is only asked for. */
  offer: OfferVersion | undefined
  onEdit: (kind: 'offer' | 'counter') => void
}

/** Where the talks stand, until when, and what the reader can answer: the buttons are those of the core's table. */
export function AnswerOffer({ commission, offer, onEdit }: AnswerOfferProps) {
  const t = useWords('projects')
  const [open, setOpen] = useState<'accept' | 'decline' | 'withdraw'>()
  const { state, part } = commission
  const other = part === 'client' ? commission.creator.name : commission.client.name
  const close = () => setOpen(undefined)
  const done = (title: string) => () => {
    snackbars.add({ title, tone: 'success' })
    close()
  }
  const agree = useProjectCommand(makeOffer, done(t('editor.sent.offer')))
  const decline = useProjectCommand(declineCommission, done(t('decline.done')))
  const withdraw = useProjectCommand(withdrawCommission, done(t('withdraw.done')))
  const end = (command: typeof decline) => (reason: string) =>
    void command.run({ params: { id: commission.id }, body: { reason, expected: commission.version } })
  const offerAgain = (version: OfferVersion) =>
    void agree.run({
      params: { id: commission.id },
      body: { content: version.content, reason: null, expected: commission.version },
    })
  const former = offer && formerOf(commission.offers, offer)

  return (
    <Card title={t(`deal.title.${state}`)} padded>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {t(`deal.text.${part === 'creator' ? 'creator' : 'client'}.${state}`, { name: other })}
          {commission.expiresAt && (
            <>
              {' '}
              <Rich
                text={t('deal.until')}
                parts={{ when: () => <When at={commission.expiresAt ?? ''} show="moment" /> }}
              />
            </>
          )}
        </p>
        <Stack gap={2}>
          {offer && canAcceptOffer(commission, part) && (
            <Button kind="filled" wide onClick={() => setOpen('accept')}>
              {t('accept.open')}
            </Button>
          )}
          {offer && canAcceptCounter(commission, part) && (
            <Button kind="filled" wide busy={agree.busy} onClick={() => offerAgain(offer)}>
              {t('counter.agree')}
            </Button>
          )}
          {canCounterOffer(commission, part) && (
            <Button wide onClick={() => onEdit('counter')}>
              {t('counter.open')}
            </Button>
          )}
          {canMakeOffer(commission, part) && (
            <Button wide kind={state === 'requested' ? 'filled' : 'plain'} onClick={() => onEdit('offer')}>
              {t(`editor.open.${state === 'offered' ? 'edit' : state === 'countered' ? 'answer' : 'first'}`)}
            </Button>
          )}
          {former && canReturnOffer(commission, part) && (
            <Button wide disabled={agree.busy} onClick={() => offerAgain(former)}>
              {t('counter.former', { number: former.number })}
            </Button>
          )}
          {canDecline(commission, part) && (
            <Button wide kind="quiet" onClick={() => setOpen('decline')}>
              {t('decline.open')}
            </Button>
          )}
          {canWithdraw(commission, part) && (
            <Button wide kind="quiet" onClick={() => setOpen('withdraw')}>
              {t('withdraw.open')}
            </Button>
          )}
        </Stack>
        <CommandProblem problem={agree.problem} now={t('stale.offer')} />
      </Stack>
      {offer && <AcceptDialog commission={commission} offer={offer} open={open === 'accept'} onClose={close} />}
      <ReasonDialog
        open={open === 'decline'}
        onClose={close}
        title={t('decline.title')}
        text={t('decline.text', { name: other })}
        act={t('decline.open')}
        busy={decline.busy}
        problem={decline.problem}
        onSend={end(decline)}
      />
      <ReasonDialog
        open={open === 'withdraw'}
        onClose={close}
        title={t('withdraw.title')}
        text={t('withdraw.text', { name: other })}
        act={t('withdraw.open')}
        busy={withdraw.busy}
        problem={withdraw.problem}
        onSend={end(withdraw)}
      />
    </Card>
  )
}
