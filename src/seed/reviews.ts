import type { NewReview } from '#features/reviews/schema.ts'

/** The reviews of a demonstration shop, newest first: the first six are on the home page. */
export const sampleReviews: readonly NewReview[] = [
  {
    name: 'Nusrat Jahan',
    description: 'We test one in twenty on arrival. Two years, 9,000 supplies, and we have sent back four.',
    rating: 5,
  },
  {
    name: 'Imran Chowdhury',
    description: 'Cartons are labelled the way our warehouse scans them. Delivery took a day longer than promised.',
    rating: 4,
  },
  {
    name: 'Farhana Akter',
    description: 'The fans are quiet and the price per hundred is the one we were quoted. That is all we need.',
    rating: 5,
  },
  {
    name: 'Rafiq Uddin',
    description: 'Asked for a shorter 24-pin lead on 400 units. They made it and the rating label matched.',
    rating: 5,
  },
  {
    name: 'Tania Rahman',
    description: 'Good steel on the compact case. I would like a spare set of screws in the box.',
    rating: 4,
  },
  { name: 'Mahmud Hasan', description: 'Paid on Tuesday, counted the pallets on Thursday morning.', rating: 5 },
  {
    name: 'Priya Nair',
    description:
      'The chargers hold 20 V under load for an hour and stay under 60 °C. We measured it on thirty of them.',
    rating: 5,
  },
  {
    name: 'Daniel Okafor',
    description: 'Good supplies, but 20 is too many for a first order. We shared a carton with another workshop.',
    rating: 3,
  },
  {
    name: 'Sabina Yasmin',
    description: 'One fan in a carton of a hundred rattled. They sent five new ones with the next order and no forms.',
    rating: 5,
  },
  {
    name: 'Kamal Hossain',
    description: 'The tower cooler fits our narrow case with a finger to spare, as the drawing said.',
    rating: 4,
  },
  {
    name: 'Mei Lin Tan',
    description: 'The order said in stock, then two of nine cartons came a week later. Nobody wrote to tell us.',
    rating: 2,
  },
  {
    name: 'Shahin Alam',
    description: 'Two winters in a server room in Rajshahi. We clean the filters and forget the rest.',
    rating: 5,
  },
  {
    name: 'Ayesha Siddiqua',
    description: 'The part number on the invoice is the one on the box and on the label. Our auditor was pleased.',
    rating: 5,
  },
  {
    name: 'Jonas Weber',
    description:
      'Glass arrived whole on all forty towers. The front mesh marks easily: keep the foil on until the end.',
    rating: 4,
  },
  {
    name: 'Rumana Islam',
    description: 'The adapter tip was 4.5 mm and we needed 5.5 mm. Our mistake, and they exchanged the lot.',
    rating: 5,
  },
  {
    name: 'Tariq Aziz',
    description: 'The supply is fine. The leads are stiff, and the eighth SATA plug does not reach our lowest drive.',
    rating: 3,
  },
]
