import { EmptyState } from '@veranda/ui/empty-state.tsx'
import { Skeleton } from '@veranda/ui/skeleton.tsx'
import { useTranslations } from '../../lib/i18n/i18n.ts'

/** Stands in for a case while it loads. */
export function CaseSkeleton() {
  return <Skeleton shape="block" height="420px" />
}

/** Shows that there is no such case. */
export function CaseMissing() {
  const t = useTranslations('admin')
  return <EmptyState level={1} icon="search" title={t('case.none')} text={t('case.none.text')} />
}

/** Shows that nothing of what can be looked up has this id. */
export function LookUpMissing() {
  const t = useTranslations('admin')
  return <EmptyState level={1} icon="search" title={t('look-up.missing')} text={t('look-up.missing.text')} />
}
