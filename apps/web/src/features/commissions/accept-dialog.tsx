import { acceptOffer } from '@veranda/contract/commissions/routes.ts'
import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission } from '@veranda/contract/commissions/schemas.ts'
import { canAcceptOffer } from '@veranda/core/commissions/policy.ts'
import { currentRates } from '@veranda/core/money/rates.ts'
import { day } from '@veranda/core/time/instant.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Checkbox } from '@veranda/ui/checkbox.tsx'
import { Dialog } from '@veranda/ui/dialog.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Link } from '@veranda/ui/link.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { usePublicConfig } from '../../lib/public-config.ts'
import { useWords } from '../../lib/words.ts'
import { snackbars } from '../../parts/notices.ts'
import { Rich } from '../../parts/rich.tsx'
import { VersionTag } from '../../parts/version-tag.tsx'
import { CommandProblem } from './command-problem.tsx'
import { FeesTable } from './fees-table.tsx'
import { projectAddress } from './project-address.ts'
import { useProjectCommand } from './project-command.ts'
import styles from './project.module.css'

export type AcceptDialogProps = { commission: Commission; offer: OfferVersion; open: boolean; onClose: () => void }

/** Agrees to one exact version, named by number and hash, with what both sides pay and get. */
export function AcceptDialog({ commission, offer, open, onClose }: AcceptDialogProps) {
  const t = useWords('projects')
  const c = useWords('common')
  const config = usePublicConfig()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const accept = useProjectCommand(acceptOffer, () => {
    snackbars.add({ title: t('accept.done'), tone: 'success' })
    onClose()
    void navigate(projectAddress(commission.projectId, 'milestones', { commission: commission.id }))
  })
  // The version that the dialog was opened for stays in it, whatever comes to the table meanwhile.
  const [opened, setOpened] = useState(offer)
  if (!open && opened !== offer) setOpened(offer)
  const replaced = commission.currentOfferId !== opened.id
  const overtaken = replaced || !canAcceptOffer(commission, commission.part)

  function send() {
    setAsked(true)
    if (!agreed || config === undefined) return
    const body = { offerId: opened.id, hash: opened.hash, terms: config.terms, expected: commission.version }
    void accept.run({ params: { id: commission.id }, body })
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('accept.title')}
      text={t('accept.text', { name: commission.creator.name })}
      actions={
        <>
          <Button onClick={onClose}>{c('cancel')}</Button>
          <Button kind="filled" busy={accept.busy} disabled={overtaken} onClick={send}>
            {t('accept.act', { number: opened.number })}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <Stack gap={2}>
          <VersionTag number={opened.number} hash={opened.hash} />
          <code className={styles.hash} aria-label={t('version.whole-hash')}>
            {opened.hash}
          </code>
        </Stack>
        <FeesTable
          fees={opened.fees}
          rates={opened.rates}
          part={commission.part}
          client={commission.client.name}
          creator={commission.creator.name}
        />
        <p className={styles.quiet}>{t('accept.next', { count: currentRates.fundFirst / day })}</p>
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
          label={
            <Rich
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
          error={asked && !agreed ? t('accept.terms.missing') : undefined}
        />
        <CommandProblem
          problem={accept.problem}
          now={replaced ? t('stale.offer') : t('stale.now')}
          overtaken={overtaken && !accept.busy}
        />
      </Stack>
    </Dialog>
  )
}
