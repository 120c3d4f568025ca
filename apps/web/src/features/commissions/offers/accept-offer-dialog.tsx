import { acceptOffer } from '@veranda/contract/commissions/routes.ts'
import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { day } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refreshPublicConfig, usePublicConfig } from '../../../lib/public-config.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { snackbars } from '../../../components/toasts.ts'
import { RichText } from '../../../components/rich-text.tsx'
import { VersionChecksum, VersionTag } from '../version-tag.tsx'
import { CommandProblem } from '../command-problem.tsx'
import { FeesTable } from './fees-table.tsx'
import { ReviewTimes } from './review-times.tsx'
import { projectUrl } from '../project-url.ts'
import { useProjectCommand } from '../use-project-command.ts'
import styles from '../commissions.module.css'

export type AcceptOfferDialogProps = { commission: Commission; offer: OfferVersion; open: boolean; onClose: () => void }

/** Renders the dialog that accepts one exact offer version, with number, hash and what both sides pay and receive. */
export function AcceptOfferDialog({ commission, offer, open, onClose }: AcceptOfferDialogProps) {
  const t = useTranslations('commissions')
  const c = useTranslations('common')
  const config = usePublicConfig()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const [submitAttempted, setSubmitAttempted] = useState(false)
  const accept = useProjectCommand(acceptOffer, () => {
    snackbars.add({ title: t('accept.done'), tone: 'success' })
    onClose()
    void navigate(projectUrl(commission.projectId, 'milestones', { commission: commission.id }))
  })
  // Keeps the version the dialog was opened for, even if another becomes current.
  const [shownOffer, setShownOffer] = useState(offer)
  if (!open && shownOffer !== offer) setShownOffer(offer)
  const replaced = commission.currentOfferId !== shownOffer.id
  const isStale = replaced || !commission.actions.includes('accept-offer')

  async function send() {
    setSubmitAttempted(true)
    if (!agreed || config === undefined) return
    const body = { offerId: shownOffer.id, hash: shownOffer.hash, terms: config.terms, expected: commission.version }
    const outcome = await accept.run({ params: { id: commission.id }, body })
    if (outcome.ok || outcome.problem.code !== 'consent.outdated') return
    // The terms of this page are no longer in force: ask again, for the version that is.
    setAgreed(false)
    await refreshPublicConfig()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('accept.title', { number: shownOffer.number })}
      text={t('accept.text', { name: commission.creator.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={accept.busy} disabled={isStale} onClick={() => void send()}>
            {t('accept.act', { number: shownOffer.number })}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <Stack gap={2}>
          <VersionTag number={shownOffer.number} hash={shownOffer.hash} />
          <VersionChecksum hash={shownOffer.hash} />
        </Stack>
        <FeesTable
          fees={shownOffer.fees}
          rates={shownOffer.rates}
          viewerRole={commission.viewerRole}
          client={commission.client.name}
          creator={commission.creator.name}
        />
        <ReviewTimes terms={shownOffer.content} commission={commission} />
        <p className={styles.quiet}>{t('accept.next', { count: currentRates.firstFundingMs / day })}</p>
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          label={
            <RichText
              text={t('accept.terms', { version: config?.terms ?? 1 })}
              parts={{
                terms: (inner) => (
                  <Link kind="inline" href="/terms" target="_blank">
                    {inner}
                  </Link>
                ),
                refund: (inner) => (
                  <Link kind="inline" href="/refund" target="_blank">
                    {inner}
                  </Link>
                ),
              }}
            />
          }
          error={submitAttempted && !agreed ? t('accept.terms.missing') : undefined}
        />
        <CommandProblem
          problem={accept.problem}
          staleText={replaced ? t('stale.offer') : t('stale.now')}
          isStale={isStale && !accept.busy}
        />
      </Stack>
    </Dialog>
  )
}
