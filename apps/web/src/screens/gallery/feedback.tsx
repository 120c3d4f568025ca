import { type Asset } from '@veranda/contract/assets/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Grid, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useState } from 'react'
import { networkProblem, Problem } from '../../lib/api/problem.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { AmountInput } from '../../components/money/amount-input.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { PaymentFailed } from '../../components/payment/payment-failed.tsx'
import { ProblemBanner } from '../../components/page/problem-banner.tsx'
import { QueryBoundary } from '../../components/page/query-boundary.tsx'
import { RichText } from '../../components/rich-text.tsx'
import { Section } from '../../components/page/section.tsx'
import { StateStepper } from '../../components/state-stepper.tsx'
import { type AssetUpload } from '../../components/assets/use-asset-uploads.ts'
import { AssetUploadField } from '../../components/assets/asset-upload-field.tsx'
import { AssetTiles } from '../../components/assets/asset-tiles.tsx'
import { TimeZoneSelect } from '../../components/time/time-zone-select.tsx'

const noop = () => undefined
const sampleProblem = new Problem({ code: 'dev', status: 422 })

/** Shows inputs, errors, loading states and uploads. */
export function FeedbackStates() {
  const t = useTranslations('gallery')
  const [amount, setAmount] = useState('1200')
  const [zone, setZone] = useState('Europe/Lisbon')
  const query = { refetch: noop, isFetching: false, isPending: false }
  return (
    <Section title={t('answers')}>
      <Grid>
        <Card padded>
          <Stack>
            <Field label={t('table.amount')}>
              <AmountInput value={amount} currency="EUR" onChange={setAmount} />
            </Field>
            <Field label={t('zone')}>
              <TimeZoneSelect value={zone} onChange={setZone} />
            </Field>
            <ProblemBanner problem={sampleProblem} />
            <ProblemBanner problem={networkProblem()} />
            <PaymentFailed charge={{ state: 'failed', failure: 'declined' }} />
            <LoadMoreButton list={{ hasMore: true, loadMore: noop, loadingMore: false }} />
            <LoadMoreButton list={{ hasMore: true, loadMore: noop, loadingMore: true }} />
            <SkipLink to="root">{t('skip')}</SkipLink>
            <p>
              <VisuallyHidden>{t('hidden')}</VisuallyHidden>
              <RichText text={t('rich')} parts={{ b: (text) => <strong>{text}</strong> }} />
            </p>
          </Stack>
        </Card>
        <Card padded>
          <Stack>
            <QueryBoundary
              query={{ ...query, data: undefined, error: null }}
              skeleton={<SkeletonRows count={2} label={t('skeleton')} />}
            >
              {() => null}
            </QueryBoundary>
            <QueryBoundary
              query={{ ...query, data: undefined, error: sampleProblem }}
              errorTitle={t('failed')}
              skeleton={null}
            >
              {() => null}
            </QueryBoundary>
            <QueryBoundary query={{ ...query, data: t('banner'), error: null }} skeleton={null}>
              {(text) => <p>{text}</p>}
            </QueryBoundary>
            <StateStepper
              label={t('rail.label')}
              steps={[
                { id: 'agreed', title: t('rail.agreed'), state: 'done' },
                { id: 'now', title: t('rail.now'), state: 'now', detail: t('rail.until') },
                { id: 'released', title: t('rail.released'), state: 'next' },
              ]}
            />
          </Stack>
        </Card>
        <Card padded>
          <AssetUploadField uploads={{ ...emptyUploads, items: sampleUploads(t('asset')) }} error={t('failed')} />
        </Card>
        <Card padded>
          <AssetTiles assets={[sampleAssets(t('asset')).ready]} label={t('asset')} />
        </Card>
      </Grid>
    </Section>
  )
}

const emptyUploads = { add: noop, retry: noop, remove: noop, clear: noop, ready: [], busy: true }

/** Returns one upload in each state. */
function sampleUploads(name: string): AssetUpload[] {
  const assets = sampleAssets(name)
  const base = {
    scope: 'dev',
    purpose: 'project' as const,
    name: `${name}.glb`,
    bytes: 692_176,
    url: null,
    asset: undefined,
  }
  return [
    { ...base, key: '1', state: 'sending', progress: 0.4 },
    { ...base, key: '2', state: 'waiting', progress: 0.4 },
    { ...base, key: '3', state: 'failed', progress: 0, problem: sampleProblem },
    { ...base, key: '4', state: 'uploaded', id: '4', progress: 1 },
    { ...base, key: '5', state: 'uploaded', id: '5', progress: 1, asset: assets.optimising },
    { ...base, key: '6', state: 'uploaded', id: '6', progress: 1, asset: assets.refused },
    { ...base, key: '7', state: 'uploaded', id: '7', progress: 1, asset: assets.ready },
  ]
}

const heavyGlass = {
  what: 'transmission' as const,
  value: 2,
  green: 0,
  amber: 6,
  parts: [
    { name: 'Shade', value: 1 },
    { name: 'Bulb', value: 1 },
  ],
}

/** Returns a model in each state that is shown. */
function sampleAssets(name: string): Record<'optimising' | 'refused' | 'ready', Asset> {
  const fields = {
    id: '00000000-0000-7000-8000-000000000000',
    name: `${name}.glb`,
    kind: 'model',
    progress: 0.6,
    bytes: 692_176,
    createdAt: '2026-11-18T16:02:00Z',
    facts: null,
    thumbnail: null,
    turntable: null,
    model: null,
    headset: null,
    sourceUrl: null,
  } as const
  const notReady = { ...fields, hash: null, headsetRating: null }
  const headsetRating = { level: 'amber' as const, reasons: [heavyGlass], costs: [] }
  return {
    optimising: { ...notReady, state: 'optimising', refusal: null },
    refused: { ...notReady, state: 'refused', refusal: { code: sampleProblem.code, message: sampleProblem.message } },
    ready: { ...fields, state: 'ready', refusal: null, hash: 'a'.repeat(64), headsetRating },
  }
}
