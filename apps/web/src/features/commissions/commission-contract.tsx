import { type OfferVersion } from '@veranda/contract/commissions/offer-schemas.ts'
import { type Commission, type Project } from '@veranda/contract/commissions/schemas.ts'
import { canMakeOffer } from '@veranda/core/commissions/policy.ts'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useWords } from '../../lib/words.ts'
import { PersonChip } from '../../parts/person-chip.tsx'
import { AnswerOffer } from './answer-offer.tsx'
import { FeesTable } from './fees-table.tsx'
import { OfferDifference } from './offer-difference.tsx'
import { OfferEditor } from './offer-editor.tsx'
import { formerOf } from './offer-form.ts'
import { OfferHistory } from './offer-history.tsx'
import { OfferSheet } from './offer-sheet.tsx'
import { projectAddress } from './project-address.ts'
import styles from './project.module.css'
import { WorkLayout } from './work-layout.tsx'

/** What the two agree on: the version on the table or the one that binds, what changed, and how to answer. */
export function CommissionContract({ project, commission }: { project: Project; commission: Commission }) {
  const t = useWords('projects')
  const [params] = useSearchParams()
  const [editing, setEditing] = useState<'offer' | 'counter'>()
  const current = versionOf(commission, commission.acceptedOfferId) ?? versionOf(commission, commission.currentOfferId)
  const asked = commission.offers.find(({ number }) => String(number) === params.get('version'))
  const shown = asked ?? current ?? commission.offers.at(-1)
  const first = commission.state === 'requested' && canMakeOffer(commission, commission.part)

  if (editing && (current || first)) {
    return (
      <OfferEditor
        key={`${editing}${current?.id}`}
        project={project}
        commission={commission}
        base={current}
        kind={editing}
        onClose={() => setEditing(undefined)}
      />
    )
  }
  const former = shown && formerOf(commission.offers, shown)
  return (
    <WorkLayout
      act={<AnswerOffer commission={commission} offer={current} onEdit={setEditing} />}
      main={
        <>
          {shown && current && shown.id !== current.id && (
            <Banner
              action={
                <Button size="small" href={projectAddress(project.id, 'contract', { commission: commission.id })}>
                  {t('history.to-current', { number: current.number })}
                </Button>
              }
            >
              {t('history.not-current', { number: shown.number })}
            </Banner>
          )}
          {shown ? <OfferSheet offer={shown} commission={commission} /> : <Asked commission={commission} />}
          {shown && former && <OfferDifference before={former} after={shown} />}
        </>
      }
      aside={
        <>
          {shown && (
            <Card title={t('fees.title')} padded>
              <FeesTable
                fees={shown.fees}
                rates={shown.rates}
                part={commission.part}
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

/** Before there is an offer: what was asked. */
function Asked({ commission }: { commission: Commission }) {
  const t = useWords('projects')
  return (
    <Card title={t('asked.title')} padded>
      <Stack gap={4}>
        <PersonChip person={commission.client} detail={t('asked.by')} />
        {commission.message ? (
          <p className={styles.prose} dir="auto">
            {commission.message}
          </p>
        ) : (
          <p className={styles.quiet}>{t('asked.no-message')}</p>
        )}
        {commission.part === 'client' && commission.state === 'requested' && (
          <EmptyState
            compact
            icon="clock"
            title={t('asked.waiting')}
            text={t('asked.waiting.text', { name: commission.creator.name })}
          />
        )}
      </Stack>
    </Card>
  )
}

function versionOf(commission: Commission, id: string | null): OfferVersion | undefined {
  return commission.offers.find((offer) => offer.id === id)
}
