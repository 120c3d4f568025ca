import { type Commission } from '@veranda/contract/commissions/offers/schemas.ts'
import { type Project } from '@veranda/contract/commissions/projects/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './commission-switcher.module.css'
import { projectUrl, type ProjectTab } from '../project-url.ts'

type CommissionSwitcherProps = { project: Project; shown: Commission; view: ProjectTab }

/** Renders links to the other commissions of a project that has several. */
export function CommissionSwitcher({ project, shown, view }: CommissionSwitcherProps) {
  const t = useTranslations('commissions')
  if (project.commissions.length < 2) return null
  return (
    <nav className={styles.switch} aria-label={t('overview.commissions')}>
      {project.commissions.map((commission) => (
        <Anchor
          key={commission.id}
          className={styles.one}
          href={projectUrl(project.id, view, { commission: commission.id })}
          aria-current={commission.id === shown.id ? 'page' : undefined}
        >
          <Avatar size="tiny" name={commission.creator.name} src={commission.creator.avatar} />
          <bdi>{commission.creator.name}</bdi>
          <span className={styles.state}>{t(`commission.${commission.state}`)}</span>
        </Anchor>
      ))}
    </nav>
  )
}
