import { Avatar } from '@veranda/ui/avatar.tsx'
import { Badge } from '@veranda/ui/badge.tsx'
import { Banner } from '@veranda/ui/banner.tsx'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip, ToggleChip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { ErrorState } from '@veranda/ui/error-state.tsx'
import { Grid, Inline, Stack } from '@veranda/ui/layout.tsx'
import { Progress } from '@veranda/ui/progress.tsx'
import { Stepper } from '@veranda/ui/stepper.tsx'
import { Rating } from '@veranda/ui/rating.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Skeleton, SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Spinner } from '@veranda/ui/spinner.tsx'
import { Tabs } from '@veranda/ui/tabs.tsx'
import { type Tone } from '@veranda/ui/tone.ts'
import { useState } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import { Section } from '../../components/page/section.tsx'

export const tones = ['neutral', 'primary', 'accent', 'success', 'warning', 'error', 'info'] as const satisfies Tone[]

export function ChipsAndBadges() {
  const t = useTranslations('gallery')
  const c = useTranslations('common')
  const [on, setOn] = useState(true)
  return (
    <Section title={t('chips')}>
      <Card padded>
        <Stack>
          <Inline wrap>
            {tones.map((tone) => (
              <Chip key={tone} tone={tone} icon={tone === 'success' ? 'check' : undefined}>
                {t('chip')}
              </Chip>
            ))}
            <Chip outline>{t('chip')}</Chip>
            <Chip tone="primary" onRemove={() => undefined}>
              {t('chip')}
            </Chip>
            <ToggleChip on={on} onChange={setOn}>
              {t('toggle')}
            </ToggleChip>
            <ToggleChip on={!on} onChange={(next) => setOn(!next)}>
              {t('toggle')}
            </ToggleChip>
          </Inline>
          <Inline gap={4} wrap>
            {[1, 12, 99, 100].map((count) => (
              <Badge key={count} count={count} />
            ))}
            <Badge count={3} tone="accent" />
            <Badge count={1} dot />
            <Avatar name={c('brand')} size="tiny" />
            <Avatar name={t('rail.now')} />
            <Avatar name={t('held')} size="medium" present />
            <Avatar name={t('link')} size="large" present />
            <Rating value={4.6} label={c('stars', { value: 4.6 })} />
            <Rating value={2.5} label={c('stars', { value: 2.5 })} size={20} />
          </Inline>
        </Stack>
      </Card>
    </Section>
  )
}

export function CardsAndRows() {
  const t = useTranslations('gallery')
  const [tab, setTab] = useState<'overview' | 'versions' | 'users'>('overview')
  return (
    <Section title={t('cards')}>
      <Grid>
        <Card title={t('card')} aside={t('card.aside')}>
          <Rows>
            <Row
              lead={<Avatar name={t('chip')} />}
              title={t('row')}
              detail={t('row.detail')}
              end={t('row.end')}
              href="/login"
            />
            <Row
              lead={<Avatar name={t('held')} present />}
              title={t('row')}
              detail={t('row.detail')}
              end={<Button size="small">{t('plain')}</Button>}
              wraps
            />
          </Rows>
        </Card>
        <Card padded look="raised">
          <Tabs
            label={t('tabs')}
            current={tab}
            onChange={setTab}
            tabs={[
              { id: 'overview', label: t('tab.overview') },
              { id: 'versions', label: t('tab.versions'), count: 3 },
              { id: 'users', label: t('tab.users') },
            ]}
          >
            {t('tab.panel', { tab })}
          </Tabs>
        </Card>
      </Grid>
      <Stack gap={2}>
        {tones.map((tone) => (
          <Banner key={tone} tone={tone} action={tone === 'warning' && <Button size="small">{t('plain')}</Button>}>
            {t('banner')}
          </Banner>
        ))}
      </Stack>
    </Section>
  )
}

export function LoadingStates() {
  const t = useTranslations('gallery')
  const c = useTranslations('common')
  return (
    <Section title={t('waiting')}>
      <Grid stretch>
        <Card>
          <SkeletonRows label={t('skeleton')} />
        </Card>
        <Card padded>
          <Stack>
            <Inline gap={4}>
              <Spinner label={t('spinner')} />
              <Spinner size="large" label={t('spinner')} />
            </Inline>
            <Progress label={t('progress')} value={0.62} />
            <Progress label={t('progress')} />
            <Skeleton shape="title" width="60%" />
            <Skeleton shape="block" />
          </Stack>
        </Card>
        <Card>
          <EmptyState
            icon="cube"
            title={t('empty')}
            text={t('empty.text')}
            level={3}
            actions={<Button kind="filled">{t('empty.action')}</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title={t('failed')}
            level={3}
            reference="req-7f31"
            retry={{ label: c('retry'), onPress: () => undefined }}
          />
        </Card>
      </Grid>
    </Section>
  )
}

export function Steppers() {
  const t = useTranslations('gallery')
  const done = 'done' as const
  return (
    <Section title={t('rail')}>
      <Card padded>
        <Stepper
          label={t('rail.label')}
          steps={[
            { id: '1', title: t('rail.agreed'), detail: '12 Nov', state: done },
            { id: '2', title: t('rail.funded'), detail: '12 Nov', state: done },
            { id: '3', title: t('rail.version'), detail: '18 Nov', state: done },
            { id: '4', title: t('rail.changes'), detail: '20 Nov', state: done },
            { id: '5', title: t('rail.now'), detail: t('rail.until'), state: 'now' },
            { id: '6', title: t('rail.released'), state: 'next' },
          ]}
        />
      </Card>
      <Grid>
        <Card padded>
          <Stepper
            label={t('rail.label')}
            steps={[
              { id: '1', title: t('rail.agreed'), detail: '12 Nov', state: done },
              { id: '2', title: t('rail.failed'), detail: '12 Nov', state: 'failed' },
              { id: '3', title: t('rail.released'), state: 'next' },
            ]}
          />
        </Card>
      </Grid>
    </Section>
  )
}
