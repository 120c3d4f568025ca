import { listAuditEntries } from '@veranda/contract/admin/routes.ts'
import { type AuditPage } from '@veranda/contract/admin/schemas.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { Table } from '@veranda/ui/table.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LoadMoreButton } from '../../components/page/load-more-button.tsx'
import { QueryError } from '../../components/page/query-boundary.tsx'
import { Timestamp } from '../../components/time/timestamp.tsx'
import { useList } from '../../lib/api/use-list.ts'
import { useTranslations } from '../../lib/i18n/i18n.ts'
import styles from './admin.module.css'
import { UserLink } from './user-link.tsx'

const filters = ['userId', 'action', 'from', 'to'] as const

/** Searches the audit log by user, action and days; the search is in the address. */
export function AuditLog() {
  const t = useTranslations('admin')
  const [params, setParams] = useSearchParams()
  const query = Object.fromEntries(
    filters.flatMap((name) => {
      const value = params.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(query)
  const list = useList(listAuditEntries, { query }, { staleTimeMs: 0 })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setParams(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
  }

  return (
    <Stack gap={5}>
      <form onSubmit={submit} className={styles.filters}>
        {filters.map((name) => (
          <Field key={name} label={t(`audit.${name}`)} error={list.problem?.messageFor(name)}>
            <TextInput
              type={name === 'from' || name === 'to' ? 'date' : 'text'}
              value={typed[name] ?? ''}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          </Field>
        ))}
        <div>
          <Button type="submit" icon="search">
            {t('audit.search')}
          </Button>
        </div>
      </form>
      <Card>
        {list.problem && list.items.length === 0 ? (
          <QueryError problem={list.problem} retry={list.retry} />
        ) : list.isPending ? (
          <SkeletonRows count={6} label={t('loading')} />
        ) : list.items.length === 0 ? (
          <EmptyState icon="search" title={t('audit.none')} />
        ) : (
          <Table<AuditPage['items'][number]>
            caption={t('section.audit-log')}
            rows={list.items}
            keyOf={({ id }) => id}
            columns={[
              { id: 'at', title: t('entry.at'), render: ({ at }) => <Timestamp at={at} show="moment" /> },
              { id: 'action', title: t('audit.action'), render: ({ action }) => <bdi>{action}</bdi> },
              { id: 'user', title: t('audit.about'), render: ({ user }) => user && <UserLink user={user} /> },
              { id: 'actor', title: t('audit.actor'), render: ({ actor }) => actor && <UserLink user={actor} /> },
              {
                id: 'data',
                title: t('audit.data'),
                render: ({ data }) => (data === '{}' ? null : <code className={styles.data}>{data}</code>),
              },
            ]}
          />
        )}
      </Card>
      <LoadMoreButton list={list} />
    </Stack>
  )
}
