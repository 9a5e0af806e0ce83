/** Who a client of another page is in the CRM: chosen here, then back to the client. */
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCabinet } from '../../base/cabinet.tsx'
import { useClientNamed } from './data.ts'
import { WhoDrawer } from './who-drawer.tsx'

export function Relink({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation()
  const { id: c, domain } = useCabinet()
  const navigate = useNavigate()
  const { data: client } = useClientNamed(c, id)
  if (!client) return null
  const leave = () => void navigate({ to: '/$cabinetDomain/clients/$id', params: { cabinetDomain: domain, id } })
  const text = `${client.name} ${client.surname}`.trim() || t('integration.desk.noName')
  return <WhoDrawer c={c} id={id} client={text} name={name} isRelink onClose={leave} />
}
