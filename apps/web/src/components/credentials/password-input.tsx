import { IconButton } from '@veranda/ui/icon-button.tsx'
import { TextInput } from '@veranda/ui/text-input.tsx'
import { useState } from 'react'
import { useTranslations } from '../../lib/i18n/i18n.ts'

type PasswordInputProps = {
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  size?: 'medium' | 'large'
  /** The catalogue of the form, which is loaded. */
  catalogue?: 'accounts/sign-in' | 'accounts/step-up'
}

/** Edits a password that can be shown while typing. */
export function PasswordInput({
  autoComplete,
  value,
  onChange,
  size = 'large',
  catalogue = 'accounts/sign-in',
}: PasswordInputProps) {
  const t = useTranslations(catalogue)
  const [visible, setVisible] = useState(false)
  return (
    <TextInput
      type={visible ? 'text' : 'password'}
      name="password"
      size={size}
      dir="ltr"
      autoComplete={autoComplete}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      after={
        <IconButton
          size="small"
          icon={visible ? 'eye-off' : 'eye'}
          label={visible ? t('password.hide') : t('password.show')}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}
