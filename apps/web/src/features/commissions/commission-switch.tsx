import { type Commission, type Project } from '@veranda/contract/commissions/schemas.ts'
import { Anchor } from '@veranda/ui/anchor.tsx'
import { Avatar } from '@veranda/ui/avatar.tsx'
import { useWords } from '../../lib/words.ts'
import styles from './commission-switch.module.css'
import { projectAddress, type ProjectView } from './project-address.ts'

type CommissionSwitchProps = { project: Project; shown: Commission; view: ProjectView }

/** Whose agreement is in sight, where a project has several. */
export function CommissionSwitch({ project, shown, view }: CommissionSwitchProps) {
  const t = useWords('projects')
  if (project.commissions.length < 2) return null
  return (
    <nav className={styles.switch} aria-label={t('overview.agreements')}>
      {project.commissions.map((commission) => (
        <Anchor
          key={commission.id}
          className={styles.one}
          href={projectAddress(project.id, view, { commission: commission.id })}
          aria-current={commission.id === shown.id ? 'page' : undefined}
        >
          <Avatar size="tiny" name={commission.creator.name} src={commission.creator.avatar} />
          <bdi>{commission.creator.name}</bdi>
          <span className={styles.state}>{t(`deal.${commission.state}`)}</span>
        </Anchor>
      ))}
    </nav>
  )
}
