import { type User } from '@veranda/core/accounts/passwords/password.ts'
import { passwordStrength, passwordStrengths } from '@veranda/core/accounts/passwords/password.ts'
import { cx } from '@veranda/ui/cx.ts'
import { useTranslations } from '../../../lib/i18n/i18n.ts'
import styles from './password-strength.module.css'

const [, ...steps] = passwordStrengths

/** Shows how strong a new password is, by the rule that the server enforces and its length; nothing without one. */
export function PasswordStrength({ password, user }: { password: string; user: User }) {
  const t = useTranslations('accounts/passwords')
  const strength = passwordStrength(password, user)
  const reached = passwordStrengths.indexOf(strength)
  return (
    <div className={styles.strength}>
      {password !== '' && (
        <div className={styles.steps} aria-hidden="true">
          {steps.map((step, index) => (
            <span key={step} className={cx(styles.step, index < reached && styles[strength])} />
          ))}
        </div>
      )}
      {/* There before it has a text, so that screen readers announce each change of it. */}
      <p className={styles.text} role="status">
        {password !== '' && t(`strength.${strength}`)}
      </p>
    </div>
  )
}
