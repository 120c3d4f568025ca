import { type OfferVersion, type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import { useOpenPage } from '../../../lib/realtime/open-pages.ts'
import { OfferActions, offerCardId } from './offer-actions.tsx'
import { FeesTable } from './fees-table.tsx'
import { OfferDiffCard } from './offer-diff-card.tsx'
import { OfferEditor } from './offer-editor.tsx'
import { signedChangeOf } from './offer-diff.ts'
import { previousVersion } from './offer-form.ts'
import { OfferHistory } from './offer-history.tsx'
import { OfferDetails } from './offer-details.tsx'
import { RequestSummary } from './request-summary.tsx'
import { projectUrl } from '../project-url.ts'
import { ActionLayout } from '../action-layout.tsx'

/**
 * Renders the contract tab: the current or accepted version, its changes, and the actions. Without the project, for a
 * creator who has left it, it is only read.
 */
export function CommissionContract({ project, commission }: { project?: Project; commission: Commission }) {
  const t = useTranslations('commissions')
  const [params] = useSearchParams()
  // However it was opened, this is where notifications of the offer lead.
  useOpenPage(projectUrl(commission.projectId, 'contract', { commission: commission.id }))
  const [openEditor, setEditing] = useState<'offer' | 'counter'>()
  const current =
    findOfferVersion(commission, commission.acceptedOfferId) ?? findOfferVersion(commission, commission.currentOfferId)
  const requested = commission.offers.find(({ number }) => String(number) === params.get('version'))
  const shown = requested ?? current ?? commission.offers.at(-1)
  const isFirstOffer = commission.state === 'requested' && commission.actions.includes('make-offer')

  // The notification of a request leads to the offer itself.
  const [closed, setClosed] = useState(false)
  const editing = openEditor ?? (isFirstOffer && !closed && params.get('write') === 'offer' ? 'offer' : undefined)

  if (project && editing && (current || isFirstOffer)) {
    return (
      <OfferEditor
        key={`${editing}${current?.id}`}
        project={project}
        commission={commission}
        base={current}
        kind={editing}
        onClose={() => {
          setEditing(undefined)
          setClosed(true)
        }}
      />
    )
  }
  const previous = shown && previousVersion(commission.offers, shown)
  const signed = shown && signedChangeOf(commission, shown)
  return (
    <ActionLayout
      actions={
        <div id={offerCardId} tabIndex={-1}>
          <OfferActions commission={commission} offer={current} onEdit={setEditing} />
        </div>
      }
      main={
        <>
          {shown && current && shown.id !== current.id && (
            <Banner
              action={
                <Button size="small" href={projectUrl(commission.projectId, 'contract', { commission: commission.id })}>
                  {t('history.to-current', { number: current.number })}
                </Button>
              }
            >
              {t('history.not-current', { number: shown.number })}
            </Banner>
          )}
          {shown ? (
            <OfferDetails offer={shown} commission={commission} />
          ) : (
            <OfferRequest project={project} commission={commission} />
          )}
          {shown && previous && (
            <OfferDiffCard
              // Dates may have moved since the version before it.
              before={signed ? { ...previous, content: signed.before } : previous}
              after={shown}
              origins={signed?.origins}
            />
          )}
        </>
      }
      aside={
        <>
          {shown && (
            <Card title={t('fees.title')} padded>
              <FeesTable
                fees={shown.fees}
                rates={shown.rates}
                viewerRole={commission.viewerRole}
                client={commission.client.name}
                creator={commission.creator.name}
              />
            </Card>
          )}
          {shown && commission.offers.length > 0 && <OfferHistory commission={commission} shown={shown} />}
        </>
      }
    />
  )
}

/** Renders the request before there is an offer. */
function OfferRequest({ project, commission }: { project: Project | undefined; commission: Commission }) {
  const t = useTranslations('commissions')
  return (
    <RequestSummary project={project} commission={commission}>
      {commission.viewerRole === 'client' && commission.state === 'requested' && (
        <EmptyState
          compact
          icon="clock"
          title={t('request-card.waiting')}
          text={t('request-card.waiting.text', { name: commission.creator.name })}
        />
      )}
    </RequestSummary>
  )
}

function findOfferVersion(commission: Commission, id: string | null): OfferVersion | undefined {
  return commission.offers.find((offer) => offer.id === id)
}
