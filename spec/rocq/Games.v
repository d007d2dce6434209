(** What is a position of any game worth, and does a certificate prove it?

    A game is here what one can act in until it is over: nothing is said of cards. Two sides play against each other, everything is seen,
    and an end is what one of them wants or not. Proved: one side can be sure of what it wants, or the other can be sure to prevent it, and
    never both; so a number that is counted at the end has one value. And whatever the checker of certificates accepts is true.

    Actions that change nothing, such as calls, are left out: [quiet] says which. *)
From Coq Require Import List Arith Lia Bool Wf_nat PArith FMapPositive.
Import ListNotations.

Section Games.
Variables table action code : Type.
Variable apply : table -> action -> table + code.
Variable step : table -> action -> table -> Prop.
Variable over : table -> bool.
Variable turn : table -> nat.
Variable quiet : action -> bool.
Variable conceivable : table -> list action.
Variable most_actions : table -> nat.

Hypothesis apply_is_step : forall t a t', step t a t' <-> apply t a = inl t'.
Hypothesis all_are_conceivable : forall t a t', step t a t' -> quiet a = false -> In a (conceivable t).
Hypothesis none_is_quiet : forall t a, In a (conceivable t) -> quiet a = false.

(** A side can be sure of an end that it wants, whatever the others do. *)
Inductive sure (mine : nat -> bool) (wanted : table -> bool) : table -> Prop :=
| sure_at_the_end : forall t, over t = true -> wanted t = true -> sure mine wanted t
| sure_by_an_action : forall t a t', over t = false -> mine (turn t) = true -> step t a t' -> quiet a = false ->
    sure mine wanted t' -> sure mine wanted t
| sure_by_all : forall t, over t = false -> mine (turn t) = false ->
    (forall a t', step t a t' -> quiet a = false -> sure mine wanted t') -> sure mine wanted t.

Definition others (mine : nat -> bool) : nat -> bool := fun seat => negb (mine seat).
Definition unwanted (wanted : table -> bool) : table -> bool := fun t => negb (wanted t).

(** What play keeps, by which it ends and somebody can act. *)
Variable fine : table -> Prop.
Hypothesis stays_fine : forall t a t', fine t -> step t a t' -> fine t'.
Hypothesis nearer_to_the_end : forall t a t', fine t -> step t a t' -> quiet a = false -> most_actions t' < most_actions t.
Hypothesis somebody_can_act : forall t, fine t -> over t = false -> exists a t', In a (conceivable t) /\ step t a t'.

Lemma some_or_all : forall (P Q : action -> Prop) l, (forall a, In a l -> P a \/ Q a) ->
  (exists a, In a l /\ P a) \/ (forall a, In a l -> Q a).
Proof.
  induction l as [|a l IH]; intros H; [right; easy|].
  destruct (H a (or_introl eq_refl)) as [p|q]; [left; exists a; split; [now left|exact p]|].
  destruct IH as [[b [I p]]|A]; [intros b I; apply H; now right|left; exists b; split; [now right|exact p]|].
  right. intros b [<-|I]; auto.
Qed.

Theorem one_side_can_be_sure : forall mine wanted t, fine t ->
  sure mine wanted t \/ sure (others mine) (unwanted wanted) t.
Proof.
  intros mine wanted t. induction t as [t IH] using (well_founded_induction (well_founded_ltof _ most_actions)).
  intros D. destruct (over t) eqn:O.
  - destruct (wanted t) eqn:W; [left|right]; apply sure_at_the_end; try assumption. unfold unwanted. now rewrite W.
  - assert (N : forall a t', step t a t' -> quiet a = false ->
      sure mine wanted t' \/ sure (others mine) (unwanted wanted) t').
    { intros a t' S C. apply IH; [|now apply stays_fine with t a]. unfold ltof.
      now apply nearer_to_the_end with a. }
    destruct (mine (turn t)) eqn:M.
    + destruct (some_or_all (fun a => exists t', step t a t' /\ sure mine wanted t')
        (fun a => forall t', step t a t' -> sure (others mine) (unwanted wanted) t') (conceivable t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply t a) as [t'|c] eqn:E.
        -- assert (S : step t a t') by now apply apply_is_step.
           destruct (N a t' S (none_is_quiet t a I)) as [F|F]; [left; eauto|right].
           intros x X. apply apply_is_step in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_step in X. congruence.
      * left. apply sure_by_an_action with a t'; try assumption. now apply none_is_quiet with t.
      * right. apply sure_by_all; [exact O|unfold others; now rewrite M|]. intros a t' S C.
        apply A with a; [now apply all_are_conceivable with t'|exact S].
    + destruct (some_or_all (fun a => exists t', step t a t' /\ sure (others mine) (unwanted wanted) t')
        (fun a => forall t', step t a t' -> sure mine wanted t') (conceivable t)) as [[a [I [t' [S F]]]]|A].
      * intros a I. destruct (apply t a) as [t'|c] eqn:E.
        -- assert (S : step t a t') by now apply apply_is_step.
           destruct (N a t' S (none_is_quiet t a I)) as [F|F]; [right|left; eauto].
           intros x X. apply apply_is_step in X. rewrite E in X. injection X as <-. exact F.
        -- right. intros x X. apply apply_is_step in X. congruence.
      * right. apply sure_by_an_action with a t'; try assumption; [unfold others; now rewrite M|now apply none_is_quiet with t].
      * left. apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A with a; [now apply all_are_conceivable with t'|exact S].
Qed.

Theorem never_both : forall mine wanted t, fine t -> sure mine wanted t -> sure (others mine) (unwanted wanted) t -> False.
Proof.
  intros mine wanted t D F. induction F as [t O W|t a t' O M S C F IH|t O M A IH]; intros G.
  - inversion G; subst; [unfold unwanted in *; rewrite W in *; discriminate|congruence|congruence].
  - apply (IH (stays_fine t a t' D S)). inversion G as [? O'|? ? ? ? M'|? ? ? A]; subst;
      [congruence|unfold others in M'; rewrite M in M'; discriminate|].
    now apply A with a.
  - inversion G as [? O'|? a t' ? ? S C G'|? ? M']; subst; [congruence| |unfold others in M'; rewrite M in M'; discriminate].
    exact (IH a t' S C (stays_fine t a t' D S) G').
Qed.

(** Who is content with more ends is sure of them at least as soon. *)
Theorem wanting_less : forall mine wanted more t, (forall e, wanted e = true -> more e = true) -> sure mine wanted t -> sure mine more t.
Proof.
  intros mine wanted more t H F. induction F as [t O W|t a t' O M S C F IH|t O M A IH].
  - apply sure_at_the_end; auto.
  - now apply sure_by_an_action with a t'.
  - now apply sure_by_all.
Qed.

(** The value of a number that is counted at the end: one side can be sure of so much, and the others that it is no more. *)
Definition value (mine : nat -> bool) (counted : table -> nat) (t : table) (n : nat) : Prop :=
  sure mine (fun e => n <=? counted e) t /\ sure (others mine) (fun e => counted e <=? n) t.

Theorem value_is_unique : forall mine counted t n m, fine t -> value mine counted t n -> value mine counted t m -> n = m.
Proof.
  assert (H : forall mine counted t n m, fine t -> value mine counted t n -> value mine counted t m -> n <= m).
  { intros mine counted t n m D [A _] [_ B]. destruct (Nat.le_gt_cases n m) as [L|L]; [exact L|exfalso].
    apply (never_both mine (fun e => n <=? counted e) t D A). apply wanting_less with (fun e => counted e <=? m); [|exact B].
    intros e E. unfold unwanted. apply Nat.leb_le in E. apply negb_true_iff, Nat.leb_gt. lia. }
  intros mine counted t n m D A B. apply Nat.le_antisymm; eauto.
Qed.

(** Nobody is sure of what cannot be. *)
Lemma not_of_what_cannot_be : forall mine wanted t, fine t -> (forall e, wanted e = false) -> sure mine wanted t -> False.
Proof.
  intros mine wanted t D N F. induction F as [t O W|t a t' O M S C F IH|t O M A IH].
  - rewrite N in W. discriminate.
  - exact (IH (stays_fine t a t' D S)).
  - destruct (somebody_can_act t D O) as [a [t' [I S]]].
    exact (IH a t' S (none_is_quiet t a I) (stays_fine t a t' D S)).
Qed.

Theorem every_value_exists : forall mine counted t most, fine t -> (forall e, counted e <= most) -> exists n, value mine counted t n.
Proof.
  intros mine counted t most D B.
  assert (H : forall n, sure mine (fun e => n <=? counted e) t \/ exists m, value mine counted t m).
  { induction n as [|n [A|V]]; [| |now right].
    - left. destruct (one_side_can_be_sure mine (fun e => 0 <=? counted e) t D) as [A|A]; [exact A|].
      now destruct (not_of_what_cannot_be (others mine) _ t D (fun e => eq_refl) A).
    - destruct (one_side_can_be_sure mine (fun e => S n <=? counted e) t D) as [A'|A']; [now left|right].
      exists n. split; [exact A|]. apply wanting_less with (unwanted (fun e => S n <=? counted e)); [|exact A'].
      intros e E. unfold unwanted in E. apply negb_true_iff, Nat.leb_gt in E. apply Nat.leb_le. lia. }
  destruct (H (S most)) as [A|V]; [exfalso|exact V].
  apply (not_of_what_cannot_be mine (fun e => S most <=? counted e) t D); [|exact A].
  intros e. specialize (B e). apply Nat.leb_gt. lia.
Qed.

(** *** Certificates

    A certificate tells the actions of one side alone, in the order in which a walk comes to its turns; the walk tries all actions of the
    others, and remembers what it has proved. *)

Section Certificates.
Variable mine : nat -> bool.
Variable wanted : table -> bool.

(** What tables from which play goes on alike have in common. *)
Variable signature : Type.
Variable signature_of : table -> signature.
Variable signature_eq_dec : forall a b : signature, {a = b} + {a <> b}.

(** What is remembered: proved positions, by what they have in common with all from which play goes on alike, with what bears on the claim
    beside, such as the points that are captured. One [covers] another where a proof of the first is one of the second. *)
Variable mark : Type.
Variable mark_of : table -> mark.
Variable covers : mark -> mark -> bool.

(** Remembered positions are found by a number. Any number does; a good one saves time. *)
Variable number : signature -> positive.
Definition memory := PositiveMap.t (list (signature * mark)).

Definition settles (t : table) (proved : signature * mark) : bool :=
  if signature_eq_dec (fst proved) (signature_of t) then covers (snd proved) (mark_of t) else false.

Definition found (known : memory) (s : signature) : list (signature * mark) :=
  match PositiveMap.find (number s) known with Some proved => proved | None => [] end.

Definition remembered (known : memory) (t : table) : bool := existsb (settles t) (found known (signature_of t)).

Definition remember (known : memory) (t : table) : memory :=
  let s := signature_of t in PositiveMap.add (number s) ((s, mark_of t) :: found known s) known.

(** The walk. What is left of the told actions, and what is remembered, or nothing where the certificate is wrong. *)
Definition outcome := option (list action * memory).

Fixpoint in_turn (visit : list action -> memory -> table -> outcome) (told : list action) (known : memory)
  (afters : list (table + code)) : outcome :=
  match afters with
  | [] => Some (told, known)
  | inr _ :: rest => in_turn visit told known rest
  | inl after :: rest =>
      match visit told known after with Some (told', known') => in_turn visit told' known' rest | None => None end
  end.

Fixpoint visit (fuel : nat) (told : list action) (known : memory) (t : table) : outcome :=
  match fuel with
  | 0 => None
  | S less =>
      if remembered known t then Some (told, known)
      else if over t then if wanted t then Some (told, known) else None
      else
        let result :=
          if mine (turn t)
          then match told with
               | [] => None
               | a :: rest => if quiet a then None else
                   match apply t a with inl after => visit less rest known after | inr _ => None end
               end
          else in_turn (visit less) told known (map (apply t) (conceivable t)) in
        match result with Some (told', known') => Some (told', remember known' t) | None => None end
  end.

Variable is_fine : table -> bool.

(** A certificate is accepted when its position is one of play, its walk comes through, and all that was told is taken. *)
Definition accepted (told : list action) (t : table) : bool :=
  is_fine t && match visit (S (most_actions t)) told (PositiveMap.empty _) t with Some ([], _) => true | _ => false end.

(** *** What is accepted is true *)

Hypothesis fine_is_right : forall t, is_fine t = true -> fine t.
Hypothesis covers_is_right : forall t u, signature_of t = signature_of u -> covers (mark_of t) (mark_of u) = true -> fine t -> fine u ->
  sure mine wanted t -> sure mine wanted u.

(** All that is remembered was proved of some table. *)
Definition true_memory (known : memory) : Prop := forall s proved, In proved (found known s) ->
  exists t, fine t /\ sure mine wanted t /\ proved = (signature_of t, mark_of t).

Lemma remembered_is_sure : forall known t, true_memory known -> fine t -> remembered known t = true -> sure mine wanted t.
Proof.
  intros known t K W R. apply existsb_exists in R as [proved [I E]]. destruct (K _ _ I) as [u [V [S ->]]].
  unfold settles in E. cbn [fst snd] in E. destruct (signature_eq_dec _ _) as [Q|]; [|discriminate].
  apply covers_is_right with u; try assumption.
Qed.

Lemma remember_true : forall known t, true_memory known -> fine t -> sure mine wanted t -> true_memory (remember known t).
Proof.
  intros known t K W S s proved I. unfold remember, found in I. destruct (Pos.eq_dec (number s) (number (signature_of t))) as [Q|Q].
  - rewrite Q, PositiveMap.gss in I. destruct I as [<-|I]; [now exists t|]. exact (K (signature_of t) proved I).
  - rewrite PositiveMap.gso in I by exact Q. exact (K s proved I).
Qed.

Lemma in_turn_true : forall (visit : list action -> memory -> table -> outcome),
  (forall told known t told' known', true_memory known -> fine t -> visit told known t = Some (told', known') ->
    true_memory known' /\ sure mine wanted t) ->
  forall afters told known told' known', true_memory known -> (forall t, In (inl t) afters -> fine t) ->
  in_turn visit told known afters = Some (told', known') ->
  true_memory known' /\ forall t, In (inl t) afters -> sure mine wanted t.
Proof.
  intros visit V afters. induction afters as [|[after|c] rest IH]; intros told known told' known' K W E; simpl in E.
  - injection E as <- <-. split; [exact K|easy].
  - destruct (visit told known after) as [[told1 known1]|] eqn:F; [|discriminate].
    destruct (V _ _ _ _ _ K (W after (or_introl eq_refl)) F) as [K1 S].
    destruct (IH _ _ _ _ K1 (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [injection I as <-; exact S|now apply A].
  - destruct (IH _ _ _ _ K (fun t I => W t (or_intror I)) E) as [K' A].
    split; [exact K'|]. intros t [I|I]; [discriminate|now apply A].
Qed.

Lemma visit_true : forall fuel told known t told' known', true_memory known -> fine t ->
  visit fuel told known t = Some (told', known') -> true_memory known' /\ sure mine wanted t.
Proof.
  induction fuel as [|less IH]; intros told known t told' known' K W E; simpl in E; [discriminate|].
  destruct (remembered known t) eqn:R; [injection E as <- <-; split; [exact K|now apply remembered_is_sure with known]|].
  destruct (over t) eqn:O.
  { destruct (wanted t) eqn:Y; [|discriminate]. injection E as <- <-. split; [exact K|now apply sure_at_the_end]. }
  assert (N : forall a t', step t a t' -> fine t') by (intros a t' S; now apply stays_fine with t a).
  destruct (mine (turn t)) eqn:M.
  - destruct told as [|a rest]; [discriminate|]. destruct (quiet a) eqn:C; [discriminate|].
    destruct (apply t a) as [after|c] eqn:A; [|discriminate]. apply apply_is_step in A.
    destruct (visit less rest known after) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. destruct (IH _ _ _ _ _ K (N a after A) V) as [K1 S].
    assert (G : sure mine wanted t) by now apply sure_by_an_action with a after.
    split; [now apply remember_true|exact G].
  - destruct (in_turn (visit less) told known (map (apply t) (conceivable t))) as [[told1 known1]|] eqn:V; [|discriminate].
    injection E as <- <-. assert (X : forall x, In (inl x) (map (apply t) (conceivable t)) -> fine x).
    { intros x I. apply in_map_iff in I as [a [Q _]]. apply N with a. now apply apply_is_step. }
    destruct (in_turn_true _ IH _ _ _ _ _ K X V) as [K1 A].
    assert (G : sure mine wanted t).
    { apply sure_by_all; [exact O|exact M|]. intros a t' S C. apply A.
      rewrite <- (proj1 (apply_is_step t a t') S). apply in_map. now apply all_are_conceivable with t'. }
    split; [now apply remember_true|exact G].
Qed.

Theorem what_is_accepted_is_true : forall told t, accepted told t = true -> sure mine wanted t.
Proof.
  intros told t E. unfold accepted in E. apply andb_true_iff in E as [W E]. apply fine_is_right in W.
  destruct (visit (S (most_actions t)) told (PositiveMap.empty _) t) as [[told' known']|] eqn:V; [|discriminate].
  assert (K : true_memory (PositiveMap.empty _)).
  { intros s proved I. unfold found in I. now rewrite PositiveMap.gempty in I. }
  now destruct (visit_true _ _ _ _ _ _ K W V).
Qed.

End Certificates.

End Games.

Arguments sure {table action}.
Arguments value {table action}.
Arguments unwanted {table}.
Arguments accepted {table action code}.
