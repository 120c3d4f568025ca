import { type Work } from '@veranda/contract/works/schemas.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Grid, Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { SkipLink } from '@veranda/ui/skip-link.tsx'
import { VisuallyHidden } from '@veranda/ui/visually-hidden.tsx'
import { useState } from 'react'
import { networkProblem, Problem } from '../../lib/problem.ts'
import { useWords } from '../../lib/words.ts'
import { AmountInput } from '../../parts/amount-input.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { PaymentFailed } from '../../parts/payment-failed.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { Reading } from '../../parts/reading.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Section } from '../../parts/section.tsx'
import { StateRail } from '../../parts/state-rail.tsx'
import { type Coming } from '../../parts/use-work-uploads.ts'
import { WorkField } from '../../parts/work-field.tsx'
import { WorkTiles } from '../../parts/work-tiles.tsx'
import { ZoneSelect } from '../../parts/zone-select.tsx'

const nothing = () => undefined
const refused = new Problem({ code: 'dev', status: 422 })

/** Parts that answer: to what was typed, to what could not be read, to what goes on. */
export function Answers() {
  const t = useWords('dev')
  const [amount, setAmount] = useState('1200')
  const [zone, setZone] = useState('Europe/Lisbon')
  const reading = { refetch: nothing, isFetching: false, isPending: false }
  return (
    <Section title={t('answers')}>
      <Grid>
        <Card padded>
          <Stack>
            <Field label={t('table.amount')}>
              <AmountInput value={amount} currency="EUR" onChange={setAmount} />
            </Field>
            <Field label={t('zone')}>
              <ZoneSelect value={zone} onChange={setZone} />
            </Field>
            <ProblemBanner problem={refused} />
            <ProblemBanner problem={networkProblem()} />
            <PaymentFailed charge={{ state: 'failed', failure: 'declined' }} />
            <MoreButton list={{ hasMore: true, more: nothing, loadingMore: false }} />
            <MoreButton list={{ hasMore: true, more: nothing, loadingMore: true }} />
            <SkipLink to="root">{t('skip')}</SkipLink>
            <p>
              <VisuallyHidden>{t('hidden')}</VisuallyHidden>
              <Rich text={t('rich')} parts={{ b: (text) => <strong>{text}</strong> }} />
            </p>
          </Stack>
        </Card>
        <Card padded>
          <Stack>
            <Reading
              of={{ ...reading, data: undefined, error: null }}
              shape={<SkeletonRows count={2} label={t('skeleton')} />}
            >
              {() => null}
            </Reading>
            <Reading of={{ ...reading, data: undefined, error: refused }} failed={t('failed')} shape={null}>
              {() => null}
            </Reading>
            <Reading of={{ ...reading, data: t('banner'), error: null }} shape={null}>
              {(text) => <p>{text}</p>}
            </Reading>
            <StateRail
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
          <WorkField uploads={{ ...still, coming: uploads(t('work')) }} error={t('failed')} />
        </Card>
        <Card padded>
          <WorkTiles works={[sample(t('work'), 'ready')]} label={t('work')} />
        </Card>
      </Grid>
    </Section>
  )
}

const still = { add: nothing, retry: nothing, remove: nothing, clear: nothing, ready: [], busy: true }

/** One upload in each state that it can be in. */
function uploads(name: string): Coming[] {
  const base = {
    place: 'dev',
    purpose: 'project' as const,
    name: `${name}.glb`,
    bytes: 692_176,
    url: null,
    work: undefined,
  }
  return [
    { ...base, key: '1', state: 'sending', share: 0.4 },
    { ...base, key: '2', state: 'waiting', share: 0.4 },
    { ...base, key: '3', state: 'failed', share: 0, problem: refused },
    { ...base, key: '4', state: 'there', share: 1 },
    { ...base, key: '5', state: 'there', share: 1, work: sample(name, 'optimising') },
    { ...base, key: '6', state: 'there', share: 1, work: sample(name, 'refused') },
    { ...base, key: '7', state: 'there', share: 1, work: sample(name, 'ready') },
  ]
}

function sample(name: string, state: Work['state']): Work {
  const none = { hash: null, thumbnail: null, model: null, headset: null, originalUrl: null }
  return {
    ...none,
    id: '00000000-0000-7000-8000-000000000000',
    name: `${name}.glb`,
    kind: 'model',
    state,
    progress: 0.6,
    refusal: null,
    bytes: 692_176,
    facts: null,
    gate: state === 'ready' ? { level: 'amber', reasons: [], costs: [] } : null,
    createdAt: '2026-11-18T16:02:00Z',
  }
}
