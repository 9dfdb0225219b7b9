import { blogs } from '#content/blogs.ts'
import { expect, test } from './fixtures.ts'
import {
  cards,
  expectDownThePage,
  listedTools,
  loginLink,
  main,
  navigation,
  openPage,
  signOutButton,
  title,
} from './locators.ts'

const { step } = test

test('nobody walks every public page', async ({ page, problems }) => {
  test.slow()

  await step('/ and /home show the parts of the home page in their order', async () => {
    for (const path of ['/', '/home']) {
      await page.goto(path)
      const heading = (name: string) => main(page).getByRole('heading', { name, exact: true })
      await expectDownThePage([
        title(page),
        heading('A factory, in figures'),
        heading('Tools'),
        main(page).getByRole('region', { name: 'Business summary' }),
        heading('What buyers report'),
        heading('Goals and objectives'),
        page.getByRole('contentinfo'),
      ])
    }
  })

  await step('About says since when, where, with how many people, on what floor and with how many lines', async () => {
    const about = page.locator('#about')
    for (const fact of [
      /Founded.*2020/,
      'Based in Dhaka, Bangladesh',
      /Employees.*100\+/,
      '5000 m²',
      /Production lines2/,
    ]) {
      await expect(about).toContainText(fact)
    }
  })

  await step('the strip shows the four statistics', async () => {
    const strip = main(page).getByRole('region', { name: 'Business summary' })
    await expect(strip.getByRole('term')).toHaveText(['Customers Served', 'Annual Revenue', 'Reviews', 'Tools'])
    await expect(strip.getByRole('definition')).toHaveText(['100+', '120M+', '35K+', '50+'])
  })

  await step('the statistics and the goals lead to their pages', async () => {
    for (const [link, path] of [
      ['The years behind these figures', '/businesssummery'],
      ['What we are doing about each', '/objectives'],
    ] as const) {
      await page.goto('/')
      await main(page).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
    }
  })

  await step('the shop’s own counts do not contradict the strip', async () => {
    await page.goto('/businesssummery')
    for (const label of ['Tools in this shop', 'Reviews in this shop']) {
      await expect(main(page).getByText(label, { exact: true })).toBeVisible()
    }
    await page.goto('/review')
    await expect(main(page)).toContainText('Average of the reviews in this shop')
  })

  await step('the home page shows the first six tools', async () => {
    const tools = cards(page).filter({ hasText: 'Minimum order' }).getByRole('heading')
    // Another test may add a tool between the two reads.
    await expect(async () => {
      await page.goto('/')
      const names = (await listedTools(page)).map(({ name }) => name)
      await expect(tools).toHaveText(names.slice(0, 6), { timeout: 5_000 })
    }).toPass()
  })

  await step('the footer has its three columns and the copyright of 2022', async () => {
    const footer = page.getByRole('contentinfo')
    const columns = {
      Services: ['Branding', 'Design', 'Marketing', 'Advertisement'],
      Company: ['About us', 'Contact', 'Jobs', 'Press kit'],
      Legal: ['Terms of use', 'Privacy policy', 'Cookie policy'],
    }
    await expect(footer.getByRole('heading')).toHaveText(Object.keys(columns))
    for (const [at, labels] of Object.values(columns).entries()) {
      await expect(footer.getByRole('list').nth(at).getByRole('link')).toHaveText(labels)
    }
    await expect(footer).toContainText(/Copyright © 2022/)
  })

  await step('the navigation has Home, Blogs, Tools, MyPortfolio and Login', async () => {
    await expect(navigation(page)).toHaveText(['Home', 'Blogs', 'Tools', 'MyPortfolio'])
    await expect(loginLink(page)).toBeVisible()
    await expect(signOutButton(page)).toBeHidden()
  })

  await step('/blogs answers the five questions on front-end development', async () => {
    await page.goto('/blogs')
    const questions = main(page).getByRole('article').getByRole('heading', { level: 2 })
    await expect(questions).toHaveText(blogs.map(({ question }) => question))
    await expect(questions).toHaveText([
      /performance/,
      /manage state/,
      /prototypal inheritance/,
      /set state directly/,
      /unit test/,
    ])
  })

  await step('/myportfolio shows details, education, technologies and links of projects', async () => {
    await page.goto('/myportfolio')
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText([
      'Details',
      'Education',
      'Technologies',
      'Projects',
    ])
    await expect(main(page).getByText('E-mail', { exact: true })).toBeVisible()
    for (const project of await cards(page).all()) await expect(project.getByRole('link')).toHaveAttribute('href', /./)
  })

  await step('/objectives, /review and /businesssummery show their part of the home page whole', async () => {
    await page.goto('/objectives')
    await expect(page).toHaveTitle(/^Goals and objectives/)
    await openPage(page, '/review', 'What buyers report')
    await page.goto('/businesssummery')
    await expect(main(page).getByRole('region', { name: 'Business summary' })).toBeVisible()
  })

  await step('/buyproduct asks for name, e-mail, phone, product name, price and quantity', async () => {
    await page.goto('/buyproduct')
    const labels = ['Name', 'E-mail', 'Phone', 'Product name', 'Price', 'Quantity']
    for (const label of labels) await expect(page.getByLabel(label, { exact: true })).toBeEditable()
    await expect(main(page).locator('input')).toHaveCount(labels.length)
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  })

  await step('/login and /signup have their fields, Continue with Google and a link to each other', async () => {
    await openPage(page, '/login', 'Login')
    const google = page.getByRole('button', { name: 'Continue with Google' })
    for (const label of ['E-mail', 'Password']) await expect(page.getByLabel(label)).toBeVisible()
    await expect(google).toBeVisible()
    await main(page).getByRole('link', { name: 'Create an account' }).click()
    await expect(page).toHaveURL('/signup')
    for (const label of ['Name', 'E-mail', 'Password']) await expect(page.getByLabel(label)).toBeVisible()
    await expect(google).toBeVisible()
    await main(page).getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
  })

  await step('any other path is HTTP 404, with its title and an image', async () => {
    problems.expect(/status of 404/)
    const answer = await page.goto('/any/other')
    expect(answer?.status()).toBe(404)
    await expect(title(page)).toHaveText('Opps Page Not Found!!!')
    await expect(main(page).getByRole('img')).toBeVisible()
  })
})
