package talk
import ("testing";"fmt")
func TestZZ(t *testing.T){
 in:=english(t)
 for _,s:=range []string{"sure, we're in","yes i want","no i not have time","wow, nice move!"}{
  a,ok:=in.Read(s); fmt.Printf("%q Read %+v %v\n",s,a,ok)
  a,ok=in.Guess(s); fmt.Printf("%q Guess %+v %v\n",s,a,ok)
 }
}
