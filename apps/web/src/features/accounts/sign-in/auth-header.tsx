import { TabTitle } from '../../../components/page/page.tsx'
import styles from './auth-header.module.css'

export function AuthHeader({ title, lead }: { title: string; lead: string }) {
  return (
    <div>
      <TabTitle>{title}</TabTitle>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
    </div>
  )
}
