import type { Gender } from '#domain/users/gender'
import { type Random, shuffledCycle } from './random.ts'

/** A person's name as written in Egypt, and the Latin form that the e-mail address is made of. */
export type PersonName = { name: string; latin: string; gender: Gender; coptic: boolean }

type Part = { arabic: string; latin: string }

const parts = (table: string): Part[] =>
  table
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [arabic = '', latin = ''] = entry.split(':')
      return { arabic: arabic.replaceAll('_', ' '), latin }
    })

const MEN = parts(`
  أحمد:ahmed محمد:mohamed محمود:mahmoud مصطفى:mostafa كريم:karim عمر:omar يوسف:youssef حسام:hossam طارق:tarek شريف:sherif
  هشام:hesham وائل:wael إسلام:islam عمرو:amr خالد:khaled تامر:tamer باسم:bassem رامي:ramy مروان:marwan زياد:ziad
  سيف:seif ياسر:yasser أشرف:ashraf نادر:nader علاء:alaa مازن:mazen أدهم:adham حازم:hazem إبراهيم:ibrahim بلال:belal
  هاني:hany سامح:sameh أيمن:ayman عبد_الرحمن:abdelrahman معتز:moataz أنس:anas`)
const WOMEN = parts(`
  سارة:sara نورهان:nourhan ياسمين:yasmin هبة:heba دينا:dina مروة:marwa رانيا:rania شيماء:shaimaa إيمان:eman أميرة:amira
  نهى:noha سلمى:salma مريم:mariam فرح:farah هاجر:hagar آية:aya إسراء:esraa رحاب:rehab غادة:ghada ريهام:riham
  دعاء:doaa لمياء:lamiaa ندى:nada ملك:malak حبيبة:habiba روان:rawan نادين:nadine شهد:shahd أسماء:asmaa سمر:samar
  هند:hend ولاء:walaa عبير:abeer داليا:dalia بسمة:basma منة:menna`)
const FATHERS = parts(`
  محمد:m أحمد:a محمود:m علي:a حسن:h إبراهيم:i سمير:s عادل:a فتحي:f جمال:g كمال:k صلاح:s عاطف:a رضا:r نبيل:n مجدي:m
  فؤاد:f حسين:h سعيد:s رأفت:r`)
const FAMILIES = parts(`
  الشناوي:elshennawy عبد_الله:abdallah السيد:elsayed منصور:mansour الجندي:elgendy حجازي:hegazy النجار:elnaggar
  شعبان:shaaban البنا:elbanna سليمان:soliman فهمي:fahmy رشدي:roshdy الشافعي:elshafey القاضي:elkady عبد_العزيز:abdelaziz
  زكي:zaki غنيم:ghoneim عوض:awad صبري:sabry الدسوقي:eldesouky بدوي:badawy العطار:elattar حمدي:hamdy مرسي:morsy
  البرعي:elborai شاكر:shaker السباعي:elsebaey عثمان:othman الطحاوي:eltahawy هلال:helal قنديل:kandil الليثي:elleithy
  راشد:rashed طلعت:talaat الصاوي:elsawy خليل:khalil شوقي:shawky الهواري:elhawary زيدان:zidan جاد:gad المصري:elmasry
  نصار:nassar سلامة:salama درويش:darwish الحديدي:elhadidy البحيري:elbeheiry الفقي:elfeky عامر:amer الغرباوي:elgharbawy`)

const COPTIC_MEN = parts('مينا:mina بيشوي:bishoy كيرلس:kyrillos فادي:fady أبانوب:abanoub')
const COPTIC_WOMEN = parts('مارينا:marina كريستين:christine نيفين:nevine ماريان:marian إيريني:irini')
const COPTIC_FATHERS = parts('جورج:g رفعت:r ماهر:m عادل:a سمير:s نبيل:n')
const COPTIC_FAMILIES = parts('رزق:rizk حنا:hanna إسكندر:eskander بطرس:botros غالي:ghaly فرج:farag')

/** The longest name that is allowed (`accounts.md` 4.1). */
const LONGEST_NAME = 30

const joined = (...given: Part[]): Part => ({
  arabic: given.map((part) => part.arabic).join(' '),
  latin: given.map((part) => part.latin).join('.'),
})

/**
 * Generates names of two or three parts, alternating between women and men, every ninth a Copt; no pair of first and family
 * name repeats.
 */
export function nameGenerator(random: Random): () => PersonName {
  const first = {
    male: shuffledCycle(random, MEN),
    female: shuffledCycle(random, WOMEN),
    copticmale: shuffledCycle(random, COPTIC_MEN),
    copticfemale: shuffledCycle(random, COPTIC_WOMEN),
  }
  const family = shuffledCycle(random, FAMILIES)
  const copticFamily = shuffledCycle(random, COPTIC_FAMILIES)
  const taken = new Set<string>()
  let dealt = 0

  const deal = (): PersonName => {
    const gender: Gender = dealt % 2 === 0 ? 'female' : 'male'
    const coptic = dealt % 9 === 4
    const own = first[coptic ? (`coptic${gender}` as const) : gender]()
    const last = coptic ? copticFamily() : family()
    const father = random.pick(coptic ? COPTIC_FATHERS : FATHERS)
    const distinct = father.arabic !== own.arabic && random.chance(0.55)
    const long = joined(own, father, last)
    const chosen = distinct && long.arabic.length <= LONGEST_NAME ? long.arabic : joined(own, last).arabic
    return { name: chosen, latin: joined(own, last).latin, gender, coptic }
  }
  return () => {
    let person = deal()
    while (taken.has(person.latin)) person = deal()
    taken.add(person.latin)
    dealt += 1
    return person
  }
}
