import { lookUp } from '@veranda/contract/admin/look-ups/routes.ts'
import { type AdminPermission } from '@veranda/core/admin/admin-roles.ts'
import { type LookUpKind, lookUpKinds, permissionOfLookUp } from '@veranda/core/admin/look-ups.ts'
import { Button } from '@veranda/ui/button.tsx'
import { Card } from '@veranda/ui/card.tsx'
import { Chip } from '@veranda/ui/chip.tsx'
import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Field } from '@veranda/ui/field.tsx'
import { Stack } from '@veranda/ui/layout.tsx'
import { Row, Rows } from '@veranda/ui/row.tsx'
import { Select } from '@veranda/ui/select.tsx'
import { SkeletonRows } from '@veranda/ui/skeleton.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { type SubmitEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { QueryError } from '../../../components/page/query-boundary.tsx'
import { useRead } from '../../../lib/api/query.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from '../admin.module.css'
import { lookUpPath } from '../admin-paths.ts'
import { rowsAttribute } from '../use-admin-keys.ts'

const maxTypedLength = 500

/** Finds users, projects, bookings and milestones by what names exactly one of them; the search is in the address. */
export function LookUpSearch({ permissions }: { permissions: readonly AdminPermission[] }) {
  const t = useTranslations('admin')
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const kinds = lookUpKinds.filter((kind) => permissions.includes(permissionOfLookUp[kind]))
  const kind = kinds.find((known) => known === params.get('kind'))
  const [typed, setTyped] = useState(q)

  function search(text: string, of: string | undefined) {
    setParams({ ...(text.trim() !== '' && { q: text.trim() }), ...(of !== undefined && of !== '' && { kind: of }) })
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    search(typed, kind)
  }

  return (
    <Stack gap={5}>
      <form onSubmit={submit} className={styles.search}>
        <Field label={t('look-up.q')} hint={t('look-up.hint')}>
          <TextInput
            type="search"
            value={typed}
            maxLength={maxTypedLength}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className={styles.filters}>
          {kinds.length > 1 && (
            <Field label={t('look-up.kind')}>
              <Select
                value={kind ?? ''}
                onChange={(event) => search(typed, event.target.value)}
                options={[
                  { value: '', label: t('look-up.kind.any') },
                  ...kinds.map((value) => ({ value, label: t(`link.${value}`) })),
                ]}
              />
            </Field>
          )}
          <div>
            <Button type="submit" kind="filled" icon="search" disabled={typed.trim() === ''}>
              {t('audit.search')}
            </Button>
          </div>
        </div>
      </form>
      <Card>{q === '' ? <EmptyState icon="search" title={t('look-up.start')} /> : <Results q={q} kind={kind} />}</Card>
    </Stack>
  )
}

function Results({ q, kind }: { q: string; kind: LookUpKind | undefined }) {
  const t = useTranslations('admin')
  const query = useRead(lookUp, { query: { q, ...(kind !== undefined && { kind }) } }, { staleTimeMs: 0 })
  if (query.error) return <QueryError problem={query.error} retry={() => query.refetch()} busy={query.isFetching} />
  if (!query.data) return <SkeletonRows count={2} label={t('loading')} />
  if (query.data.items.length === 0) {
    return <EmptyState icon="search" title={t('look-up.none')} text={t('look-up.none.text')} />
  }
  return (
    <div {...rowsAttribute}>
      <Rows label={t('look-up.results')}>
        {query.data.items.map((found) => (
          <Row
            key={found.id}
            href={lookUpPath(found.kind, found.id)}
            title={<bdi dir="auto">{found.title}</bdi>}
            detail={<bdi>{found.detail}</bdi>}
            end={<Chip>{t(`link.${found.kind}`)}</Chip>}
          />
        ))}
      </Rows>
    </div>
  )
}
