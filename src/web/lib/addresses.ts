import type { DeliveryAddress } from '#features/addresses/schema.ts'
import { api } from './api.ts'

/** The signed-in user's saved addresses, the default first. @throws ApiProblem */
export const addressesOfSender = async (): Promise<DeliveryAddress[]> => (await api.addresses.$get()).json()
