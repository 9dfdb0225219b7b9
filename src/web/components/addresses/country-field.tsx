import { useEffect, useState } from 'react'
import { countriesByName, countryName } from '#shared/countries.ts'
import { SelectField } from '#web/ui/field.tsx'

type CountryFieldProps = { value: string; error: string | undefined; onChange: (country: string) => void }

/** The destination. The HTML holds only the chosen country; the others need the script, as ordering does anyway. */
export function CountryField({ value, error, onChange }: CountryFieldProps) {
  const [codes, setCodes] = useState<readonly string[]>([value])
  useEffect(() => setCodes(countriesByName()), [])
  return (
    <SelectField
      label="Country"
      autoComplete="country"
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      {codes.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </SelectField>
  )
}
