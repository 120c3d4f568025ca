import {
  acceptCounter,
  declineCommission,
  returnOffer,
  withdrawCommission,
} from '@veranda/contract/commissions/routes.ts'
import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { showOutcomeAfterDialog } from '../../../components/page/show-outcome.ts'
import { snackbars } from '../../../components/toasts.ts'
import { PaymentsOffBanner } from '../../../components/payment/payments-off.tsx'
import { RichText } from '../../../components/rich-text.tsx'
import { Timestamp } from '../../../components/time/timestamp.tsx'
import { ProposeChangeOrderButton } from '../change-orders/change-order-history.tsx'
import { AcceptOfferDialog } from './accept-offer-dialog.tsx'
import { CommandProblem } from '../command-problem.tsx'
import { useProjectCommand } from '../use-project-command.ts'
import { projectUrl } from '../project-url.ts'
import styles from '../commissions.module.css'
import detailStyles from './offer-details.module.css'
import { ReasonDialog } from '../reason-dialog.tsx'

/** The id of the card with the state of the offer, which shows what an act came to. */
export const offerCardId = 'offer'

export type OfferActionsProps = {
  commission: Commission
  /** The current version; undefined while the offer is only requested. */
  offer: OfferVersion | undefined
  onEdit: (kind: 'offer' | 'counter') => void
}

/** Renders the state of the negotiation, its deadline, and the actions that the server sent with the commission. */
export function OfferActions({ commission, offer, onEdit }: OfferActionsProps) {
  const t = useTranslations('commissions')
  const [open, setOpen] = useState<'accept' | 'decline' | 'withdraw'>()
  const { state, viewerRole, actions, expiresAt } = commission
  const other = viewerRole === 'client' ? commission.creator.name : commission.client.name
  const close = () => setOpen(undefined)
  const closeWithToast = (title: string) => () => {
    snackbars.add({ title, tone: 'success' })
    close()
    showOutcomeAfterDialog(offerCardId)
  }
  const agreeToCounter = useProjectCommand(acceptCounter, closeWithToast(t('counter.agreed')))
  const goBack = useProjectCommand(returnOffer, closeWithToast(t('counter.went-back')))
  const answering = agreeToCounter.busy || goBack.busy
  const navigate = useNavigate()
  const endWithToast = (title: string) => () => {
    closeWithToast(title)()
    // The creator leaves the project with it: this address still shows them their own offers.
    if (viewerRole === 'creator') {
      void navigate(projectUrl(commission.projectId, 'contract', { commission: commission.id }), { replace: true })
    }
  }
  const negotiated = state === 'requested' || state === 'countered' ? state : 'offered'
  const decline = useProjectCommand(declineCommission, endWithToast(t(`decline.done.${negotiated}`)))
  const withdraw = useProjectCommand(withdrawCommission, endWithToast(t(`withdraw.done.${negotiated}`)))
  const end = (command: typeof decline) => (reason: string) =>
    void command.run({ params: { id: commission.id }, body: { reason, expected: commission.version } })
  const answerWith = (command: typeof goBack, version: OfferVersion) =>
    void command.run({
      params: { id: commission.id },
      body: { offerId: version.id, hash: version.hash, expected: commission.version },
    })
  const former = commission.offers.find(({ id }) => id === commission.formerOfferId)

  // What the client proposed, and the creator has agreed to.
  const shownState = state === 'offered' && offer?.by === 'client' ? 'agreed' : state

  return (
    <Card title={t(`commission.title.${shownState}`)} padded>
      <Stack gap={4}>
        <p className={styles.quiet}>
          {t(`commission.text.${viewerRole === 'creator' ? 'creator' : 'client'}.${shownState}`, { name: other })}
          {expiresAt !== null && (
            <>
              {' '}
              <RichText
                text={t('commission.until')}
                parts={{ when: () => <Timestamp at={expiresAt} show="moment" /> }}
              />
            </>
          )}
        </p>
        {'ended' in commission && commission.ended.reason && (
          <div>
            <p className={styles.quiet}>
              {t(commission.ended.by === viewerRole ? 'ended.reason.me' : 'ended.reason.other', { name: other })}
            </p>
            <blockquote className={detailStyles.reason} dir="auto">
              {commission.ended.reason}
            </blockquote>
          </div>
        )}
        {state === 'offered' && <PaymentsOffBanner />}
        <Stack gap={2}>
          {offer && actions.includes('accept-offer') && (
            <Button kind="filled" wide onClick={() => setOpen('accept')}>
              {t('accept.open')}
            </Button>
          )}
          {offer && actions.includes('accept-counter') && (
            <Button kind="filled" wide busy={answering} onClick={() => answerWith(agreeToCounter, offer)}>
              {t('counter.agree')}
            </Button>
          )}
          {actions.includes('counter-offer') && (
            <Button wide onClick={() => onEdit('counter')}>
              {t('counter.open')}
            </Button>
          )}
          {actions.includes('make-offer') && (
            <Button wide kind={state === 'requested' ? 'filled' : 'plain'} onClick={() => onEdit('offer')}>
              {t(`editor.open.${state === 'offered' ? 'edit' : state === 'countered' ? 'answer' : 'first'}`)}
            </Button>
          )}
          {former && actions.includes('return-offer') && (
            <Button wide disabled={answering} onClick={() => answerWith(goBack, former)}>
              {t('counter.former', { number: former.number })}
            </Button>
          )}
          <ProposeChangeOrderButton commission={commission} />
          {actions.includes('decline') && (
            <Button wide kind="quiet" onClick={() => setOpen('decline')}>
              {t('decline.open')}
            </Button>
          )}
          {actions.includes('withdraw') && (
            <Button wide kind="quiet" onClick={() => setOpen('withdraw')}>
              {t('withdraw.open')}
            </Button>
          )}
        </Stack>
        <CommandProblem problem={agreeToCounter.problem ?? goBack.problem} staleText={t('stale.offer')} />
      </Stack>
      {offer && <AcceptOfferDialog commission={commission} offer={offer} open={open === 'accept'} onClose={close} />}
      <ReasonDialog
        open={open === 'decline'}
        onClose={close}
        title={t('decline.title')}
        text={t('decline.text', { name: other })}
        submitLabel={t('decline.open')}
        busy={decline.busy}
        problem={decline.problem}
        onSubmit={end(decline)}
      />
      <ReasonDialog
        open={open === 'withdraw'}
        onClose={close}
        title={t('withdraw.title')}
        text={t('withdraw.text', { name: other })}
        submitLabel={t('withdraw.open')}
        busy={withdraw.busy}
        problem={withdraw.problem}
        onSubmit={end(withdraw)}
      />
    </Card>
  )
}
