import { listCases } from '@veranda/contract/admin/routes.ts'
import { type AdminCase, caseOwners } from '@veranda/contract/admin/schemas.ts'
import { type AdminQueueName, statesOfQueue, waitingStateOf } from '@veranda/core/admin/admin-queues.ts'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { useSearchParams } from 'react-router'
import { Amount } from '../../components/money/amount.tsx'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './admin.module.css'
import { casePath } from './admin-paths.ts'
import { rowsAttribute } from './use-admin-keys.ts'

/** Lists the cases of a queue, filtered by state and owner in the address. */
export function CaseList({ queue }: { queue: AdminQueueName }) {
  const t = useTranslations('admin')
  const [params, setParams] = useSearchParams()
  const states: readonly AdminCase['state'][] = statesOfQueue[queue]
  const state = states.find((known) => known === params.get('state')) ?? waitingStateOf(queue)
  const owner = caseOwners.find((known) => known === params.get('owner')) ?? 'anyone'
  const list = useList(listCases, { params: { queue }, query: { state, owner } }, { staleTimeMs: 0 })
  const change = (name: string, value: string) => {
    params.set(name, value)
    setParams(params, { replace: true })
  }
  return (
    <Stack gap={5}>
      <div className={styles.filters}>
        {states.length > 1 && (
          <Field label={t('filter.state')}>
            <Select
              value={state}
              onChange={(event) => change('state', event.target.value)}
              options={states.map((value) => ({ value, label: t(`state.${queue}.${value}` as 'state.tickets.open') }))}
            />
          </Field>
        )}
        <Field label={t('filter.owner')}>
          <Select
            value={owner}
            onChange={(event) => change('owner', event.target.value)}
            options={caseOwners.map((value) => ({ value, label: t(`owner.${value}`) }))}
          />
        </Field>
      </div>
      <Card>
        {list.problem && list.items.length === 0 ? (
          <QueryError problem={list.problem} retry={list.retry} />
        ) : list.isPending ? (
          <SkeletonRows count={4} label={t('loading')} />
        ) : list.items.length === 0 ? (
          <EmptyState icon="check" title={t('list.none')} text={t('list.none.text')} />
        ) : (
          <div {...rowsAttribute}>
            <Rows label={t(`section.${queue}`)}>
              {list.items.map((one) => (
                <CaseRow key={one.id} queue={queue} one={one} />
              ))}
            </Rows>
          </div>
        )}
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}

function CaseRow({ queue, one }: { queue: AdminQueueName; one: AdminCase }) {
  const t = useTranslations('admin')
  return (
    <Row
      href={casePath(queue, one.id)}
      title={
        <bdi className={styles.excerpt} dir="auto">
          {one.title}
        </bdi>
      }
      detail={
        <bdi className={styles.excerpt} dir="auto">
          {queue === 'reports' ? t(`reason.${one.detail}` as 'reason.other') : one.detail}
        </bdi>
      }
      end={
        <span className={styles.end}>
          {one.money && <Amount money={one.money} />}
          {one.owner && <Chip icon="user">{one.owner.name}</Chip>}
          <Timestamp at={one.openedAt} />
        </span>
      }
    />
  )
}
